import { useMutation } from '@tanstack/react-query'
import { changeMember } from '@/web/api/members'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'

/** Makes the password of an account worthless, so that a new one has to be chosen. */
export function ResetPasswordButton({ username, mails }: { username: string; mails: boolean }) {
  const reset = useMutation({ mutationFn: () => changeMember(username, { reset_password: true }) })
  return (
    <>
      <ConfirmButton
        label={t('members.resetPassword')}
        title={t('members.resetTitle', { username })}
        text={t(mails ? 'members.resetByMail' : 'members.resetWithoutMail', { username })}
        confirm={t('members.resetPassword')}
        action={reset}
      />
      {reset.isSuccess && <Notice>{t('members.resetDone')}</Notice>}
    </>
  )
}
