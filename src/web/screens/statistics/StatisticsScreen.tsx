import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { SportTable } from './SportTable'
import { TimePanel } from './TimePanel'

/** What all the workouts add up to, by time and by sport. */
export function StatisticsScreen() {
  const profile = useProfile()
  return (
    <Page wide title={t('stats.title')}>
      {profile && (
        <>
          <TimePanel profile={profile} />
          <SportTable username={profile.username} />
        </>
      )}
    </Page>
  )
}
