import { requestPasswordReset } from '@/web/api/mail-links'
import { EmailForm } from '@/web/components/EmailForm'
import { EntryCard } from '@/web/components/EntryCard'
import { t } from '@/web/i18n/text'

/** For those who forgot their password. */
export function RequestResetScreen() {
  return (
    <EntryCard title={t('resetRequest.title')} lead={t('resetRequest.lead')}>
      <EmailForm
        submit={t('resetRequest.submit')}
        done={t('resetRequest.done')}
        send={requestPasswordReset}
      />
    </EntryCard>
  )
}
