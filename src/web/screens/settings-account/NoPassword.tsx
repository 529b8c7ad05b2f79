import { useMutation, useQuery } from '@tanstack/react-query'
import { requestPasswordReset } from '@/web/api/accounts/account'
import { configQuery } from '@/web/api/accounts/config'
import { startProviderLogin } from '@/web/api/accounts/external-login'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Notice } from '@/web/components/feedback/Notice'
import { t } from '@/web/i18n/text'
import classes from './ExportPanel.module.css'

const ACCOUNT_PAGE = '/profile/edit/account'

/** An account without a password is protected by a recent login instead, until its user sets one. */
export function NoPassword({ email }: { email: string }) {
  const config = useQuery(configQuery).data
  const provider = config?.login_methods.provider ?? null
  const login = useMutation({
    mutationFn: startProviderLogin,
    onSuccess: (url) => window.location.assign(url),
  })
  const mailing = useMutation({ mutationFn: () => requestPasswordReset(email) })
  return (
    <>
      <p>{t('identities.againText')}</p>
      <div className={classes.buttons}>
        {provider !== null && (
          <BusyButton
            variant="default"
            busy={login.isPending}
            onClick={() => login.mutate({ from: ACCOUNT_PAGE, again: true })}
          >
            {t('identities.again', { provider })}
          </BusyButton>
        )}
        {config?.is_email_sending_enabled && config.login_methods.password && (
          <BusyButton variant="default" busy={mailing.isPending} onClick={() => mailing.mutate()}>
            {t('identities.passwordLink')}
          </BusyButton>
        )}
      </div>
      {mailing.isSuccess && <Notice>{t('identities.passwordSent', { email })}</Notice>}
      <ErrorNote error={login.error ?? mailing.error} />
    </>
  )
}
