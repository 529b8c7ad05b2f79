import { useMutation } from '@tanstack/react-query'
import type { LoginMethods } from '@/web/api/accounts/external-login'
import { logInWithPasskey } from '@/web/api/accounts/passkey-login'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'

/** Whether the server and the browser have passkeys. */
export const canUsePasskeys = ({ passkey }: LoginMethods): boolean =>
  passkey && 'PublicKeyCredential' in window

interface PasskeyButtonProps {
  /** The address of the account, if only its passkeys may be used. */
  email: string | undefined
  onSuccess: (session: string) => void
}

/** Logs in with a passkey that the browser lets the user choose. */
export function PasskeyButton({ email, onSuccess }: PasskeyButtonProps) {
  const login = useMutation({ mutationFn: () => logInWithPasskey(email), onSuccess })
  return (
    <>
      <BusyButton size="md" variant="default" busy={login.isPending} onClick={() => login.mutate()}>
        {t('passkeys.use')}
      </BusyButton>
      <ErrorNote error={login.error} />
    </>
  )
}
