import { useState } from 'react'
import { FigureTabs } from '@/web/components/FigureTabs'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { SportTable } from './SportTable'
import { StatisticsControls, type Wishes } from './StatisticsControls'
import { TimePanel } from './TimePanel'
import { YearsPanel } from './YearsPanel'

const FIRST: Wishes = { sport: '', measure: 'total_distance', table: false }

/** What all the workouts add up to, by time, year against year, and by sport. */
export function StatisticsScreen() {
  const profile = useProfile()
  const [wishes, setWishes] = useState(FIRST)
  return (
    <Page wide title={t('stats.title')} tabs={<FigureTabs />}>
      {profile && (
        <>
          <StatisticsControls username={profile.username} wishes={wishes} onChange={setWishes} />
          <TimePanel profile={profile} wishes={wishes} />
          <YearsPanel profile={profile} wishes={wishes} />
          <SportTable username={profile.username} />
        </>
      )}
    </Page>
  )
}
