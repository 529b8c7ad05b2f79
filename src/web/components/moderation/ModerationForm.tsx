import { useNavigate } from '@tanstack/react-router'
import { sanctionMember } from '@/web/api/accounts/moderation'
import { t } from '@/web/i18n/text'
import { showMessage } from '@/web/state/messages'
import { useProfile } from '@/web/state/profile'
import { ActionForm } from './ActionForm'
import { type ModeratedUser, possibleActions } from './possible-actions'

/** Asks a moderator what to do about a comment or workout, or its author. */
export function ModerationForm({
  user,
  content,
  onClose,
}: {
  user: ModeratedUser
  content: { type: 'comment' | 'workout'; id: string; suspended: boolean }
  onClose: () => void
}) {
  const navigate = useNavigate()
  const { username } = user
  return (
    <ActionForm
      actions={possibleActions(useProfile(), { user, content })}
      draft={`${content.type}.${content.id}`}
      onTake={async ({ type }, reason) => {
        await sanctionMember(username, { action_type: type, reason, content })
        showMessage({ text: t('act.done', { name: username }) })
        // A suspended workout has no page for others any more.
        if (type === 'workout_suspension')
          await navigate({ to: '/admin/members/$username', params: { username } })
      }}
      onClose={onClose}
    />
  )
}
