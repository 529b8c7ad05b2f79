import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { PersonForm } from './PersonForm'
import { PicturePanel } from './PicturePanel'

/** What others can read about the account. */
export function ProfileScreen() {
  const profile = useProfile()
  return (
    <Page title={t('settings.profile')}>
      {profile && (
        <>
          <PicturePanel profile={profile} />
          <PersonForm key={profile.username} profile={profile} />
        </>
      )}
    </Page>
  )
}
