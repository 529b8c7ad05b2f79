import { useMutation, useQuery } from '@tanstack/react-query'
import { register } from '@/web/api/account'
import { configQuery } from '@/web/api/config'
import { EntryCard } from '@/web/components/EntryCard'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'
import { RegisterForm } from './RegisterForm'

/** Asks for an account; it becomes usable once its address or an administrator confirms it. */
export function RegisterScreen() {
  const config = useQuery(configQuery).data
  const registration = useMutation({ mutationFn: register })
  if (registration.isSuccess) {
    const key = config?.is_email_sending_enabled ? 'register.checkMail' : 'register.waitForAdmin'
    return (
      <EntryCard title={t('register.doneTitle')}>
        <Notice>{t(key)}</Notice>
      </EntryCard>
    )
  }
  const isClosed = config?.is_registration_enabled === false
  return (
    <EntryCard title={t('register.title')} {...(!isClosed && { lead: t('register.lead') })}>
      {isClosed ? (
        <Notice>{t('register.closed')}</Notice>
      ) : (
        <RegisterForm
          policy={config?.privacy_policy ?? null}
          busy={registration.isPending}
          error={registration.error}
          onSubmit={registration.mutate}
        />
      )}
    </EntryCard>
  )
}
