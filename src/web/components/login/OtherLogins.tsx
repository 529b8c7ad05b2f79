import { useMutation } from '@tanstack/react-query'
import {
  type LoginMethods,
  logInThroughProxy,
  startProviderLogin,
} from '@/web/api/accounts/external-login'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Notice } from '@/web/components/feedback/Notice'
import { t } from '@/web/i18n/text'
import classes from './OtherLogins.module.css'
import { canUsePasskeys, PasskeyButton } from './PasskeyButton'

interface OtherLoginsProps {
  methods: LoginMethods
  /** The page to continue with, a path of this app. */
  from: string
  onSuccess: (session: string) => void
}

/** Buttons for logins with a passkey, and for those that a provider or a proxy confirms. */
export function OtherLogins({ methods, from, onSuccess }: OtherLoginsProps) {
  const provider = useMutation({
    mutationFn: startProviderLogin,
    onSuccess: (url) => window.location.assign(url),
  })
  const proxy = useMutation({
    mutationFn: logInThroughProxy,
    onSuccess: (session) => session !== undefined && onSuccess(session),
  })
  const hasPasskeys = canUsePasskeys(methods)
  if (!hasPasskeys && methods.provider === null && !methods.proxy) return null
  return (
    <div className={classes.ways}>
      {methods.password && <span className={classes.or}>{t('login.or')}</span>}
      {hasPasskeys && <PasskeyButton email={undefined} onSuccess={onSuccess} />}
      {methods.provider !== null && (
        <BusyButton
          size="md"
          variant={methods.password ? 'default' : 'filled'}
          busy={provider.isPending}
          onClick={() => provider.mutate({ from })}
        >
          {t('login.with', { provider: methods.provider })}
        </BusyButton>
      )}
      {methods.proxy && (
        <BusyButton
          size="md"
          variant="default"
          busy={proxy.isPending}
          onClick={() => proxy.mutate()}
        >
          {t('login.proxy')}
        </BusyButton>
      )}
      <ErrorNote error={provider.error ?? proxy.error} />
      {proxy.isSuccess && proxy.data === undefined && <Notice>{t('login.waits')}</Notice>}
    </div>
  )
}
