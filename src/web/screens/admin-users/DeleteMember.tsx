import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteMember, refreshMembers } from '@/web/api/members'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { t } from '@/web/i18n/text'

/** Deletes somebody's account after a second thought. */
export function DeleteMember({ username }: { username: string }) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => deleteMember(username),
    onSuccess: () => refreshMembers(client),
  })
  return (
    <ConfirmButton
      label={t('account.delete')}
      title={t('account.deleteTitle', { username })}
      text={t('members.deleteText')}
      confirm={t('account.delete')}
      action={deletion}
    />
  )
}
