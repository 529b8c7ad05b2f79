import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { CredentialsForm } from './CredentialsForm'
import { DeleteAccount } from './DeleteAccount'
import { ExportPanel } from './ExportPanel'

/** Address, password, the own data, and the way out. */
export function AccountScreen() {
  const profile = useProfile()
  return (
    <Page title={t('settings.account')}>
      {profile && (
        <>
          <CredentialsForm key={profile.username} profile={profile} />
          <ExportPanel />
          <DeleteAccount username={profile.username} />
        </>
      )}
    </Page>
  )
}
