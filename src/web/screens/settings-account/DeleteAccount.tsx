import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteAccount } from '@/web/api/profile'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { endSession } from '@/web/state/session'

/** Deletes the account after a second thought. */
export function DeleteAccount({ username }: { username: string }) {
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => deleteAccount(username),
    onSuccess: async () => {
      endSession()
      await navigate({ to: '/login' })
    },
  })
  return (
    <Panel title={t('account.delete')} text={t('account.deleteText')}>
      <div>
        <ConfirmButton
          label={t('account.delete')}
          title={t('account.deleteTitle', { username })}
          text={t('account.deleteText')}
          confirm={t('account.delete')}
          action={deletion}
        />
      </div>
    </Panel>
  )
}
