import { resendConfirmation } from '@/web/api/mail-links'
import { EmailCard } from '@/web/components/EmailCard'
import { t } from '@/web/i18n/text'

/** For those whose confirmation link was lost or replaced. */
export const ResendConfirmationScreen = () => (
  <EmailCard
    title={t('resend.title')}
    lead={t('resend.lead')}
    submit={t('resend.submit')}
    done={t('resend.done')}
    send={resendConfirmation}
  />
)
