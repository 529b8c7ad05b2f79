import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/web/api/accounts/config'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { CreateAccountForm } from './CreateAccountForm'
import { InvitationList } from './InvitationList'
import { InviteForm } from './InviteForm'
import { RequestList } from './RequestList'

/** The ways in which people get accounts: requests that wait for approval, invitations, and new accounts. */
export function NewMembersScreen() {
  const { data: config, error, refetch } = useQuery(configQuery)
  const mails = config?.is_email_sending_enabled ?? false
  return (
    <Page wide title={t('admin.newMembers')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {config && (
        <>
          <Panel title={t('requests.title')}>
            <RequestList mails={mails} />
          </Panel>
          <Panel title={t('invitations.invite')} text={t('invitations.lead')}>
            <InviteForm />
          </Panel>
          <Panel title={t('invitations.title')}>
            <InvitationList mails={mails} />
          </Panel>
          <Panel
            title={t('newAccount.title')}
            text={t(mails ? 'newAccount.text' : 'newAccount.textWithoutMail')}
          >
            <CreateAccountForm />
          </Panel>
        </>
      )}
    </Page>
  )
}
