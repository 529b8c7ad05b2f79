import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { register } from '@/web/api/accounts/account'
import { configQuery } from '@/web/api/accounts/config'
import { invitationQuery } from '@/web/api/accounts/invitation'
import type { ServerConfig } from '@/web/api/client/server'
import { describeError } from '@/web/components/feedback/describe-error'
import { Notice } from '@/web/components/feedback/Notice'
import { FormCard } from '@/web/components/page/FormCard'
import { type TextKey, t } from '@/web/i18n/text'
import { RegisterForm } from './RegisterForm'

const route = getRouteApi('/register')

/**
 * Registers an account, which becomes active once its email address or an administrator confirms it. With the link of an
 * invitation, it is active immediately.
 */
export function RegisterScreen() {
  const { token } = route.useSearch()
  const { data: config, isPending } = useQuery(configQuery)
  const invitation = useQuery(invitationQuery(token))
  const registration = useMutation({ mutationFn: register })
  if (registration.isSuccess) return token ? <Ready /> : <Registered config={config} />
  if (token === undefined && config?.is_registration_enabled === false)
    return <Closed text={t(closedText(config))} />
  if (invitation.error) return <Closed text={describeError(invitation.error)} />
  // The form begins with the invited address, and asks for a reason in one mode only.
  if (isPending || (token && invitation.isPending)) return null
  const needsApproval = token === undefined && config?.registration_mode === 'approval'
  return (
    <FormCard title={t('register.title')} lead={t(leadOf({ isInvited: !!token, needsApproval }))}>
      <RegisterForm
        invitation={token && invitation.data ? { token, email: invitation.data } : null}
        needsReason={needsApproval}
        policy={config?.privacy_policy ?? null}
        saving={registration}
        onSubmit={registration.mutate}
      />
    </FormCard>
  )
}

const closedText = ({ registration_mode: mode }: ServerConfig): TextKey =>
  mode === 'invitation' ? 'register.invitationOnly' : 'register.closed'

function leadOf({
  isInvited,
  needsApproval,
}: {
  isInvited: boolean
  needsApproval: boolean
}): TextKey {
  if (isInvited) return 'register.leadInvited'
  return needsApproval ? 'register.leadApproval' : 'register.lead'
}

const Closed = ({ text }: { text: string }) => (
  <FormCard title={t('register.title')}>
    <Notice>{text}</Notice>
  </FormCard>
)

/** Shown to people who registered with an invitation. */
const Ready = () => (
  <FormCard title={t('register.readyTitle')}>
    <Notice>
      {t('register.ready')} <Link to="/login">{t('nav.logIn')}</Link>
    </Notice>
  </FormCard>
)

/** Says what has to happen before the user can log in. */
const Registered = ({ config }: { config: ServerConfig | undefined }) => (
  <FormCard title={t('register.doneTitle')}>
    <Notice>{t(nextStep(config))}</Notice>
  </FormCard>
)

function nextStep(config: ServerConfig | undefined): TextKey {
  if (!config?.is_email_sending_enabled) return 'register.waitForAdmin'
  return config.registration_mode === 'approval' ? 'register.checkMailFirst' : 'register.checkMail'
}
