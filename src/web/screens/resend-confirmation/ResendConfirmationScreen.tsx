import { resendConfirmation } from '@/web/api/mail-links'
import { EmailForm } from '@/web/components/EmailForm'
import { EntryCard } from '@/web/components/EntryCard'
import { t } from '@/web/i18n/text'

/** For those whose confirmation link was lost or replaced. */
export function ResendConfirmationScreen() {
  return (
    <EntryCard title={t('resend.title')} lead={t('resend.lead')}>
      <EmailForm submit={t('resend.submit')} done={t('resend.done')} send={resendConfirmation} />
    </EntryCard>
  )
}
