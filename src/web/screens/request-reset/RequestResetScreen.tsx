import { requestPasswordReset } from '@/web/api/mail-links'
import { EmailCard } from '@/web/components/EmailCard'
import { t } from '@/web/i18n/text'

/** For those who forgot their password. */
export const RequestResetScreen = () => (
  <EmailCard
    title={t('resetRequest.title')}
    lead={t('resetRequest.lead')}
    submit={t('resetRequest.submit')}
    done={t('resetRequest.done')}
    send={requestPasswordReset}
  />
)
