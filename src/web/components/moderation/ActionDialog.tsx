import { Dialog } from '@/web/components/feedback/Dialog'
import { t } from '@/web/i18n/text'
import { ActionForm } from './ActionForm'
import type { PossibleAction } from './possible-actions'

/** Asks for the reason of a moderation action before it is taken. */
export function ActionDialog({
  username,
  draft,
  action,
  onTake,
  onClose,
}: {
  /** The user whom the action affects. */
  username: string
  /** Name of the draft of the reason, unique for what the action is about. */
  draft: string
  action: PossibleAction | null
  onTake: (action: PossibleAction, reason: string | null) => Promise<void>
  onClose: () => void
}) {
  const title = action ? t('act.of', { action: t(action.label), name: username }) : ''
  return (
    <Dialog opened={action !== null} onClose={onClose} title={title}>
      {action && (
        <ActionForm key={action.type} actions={[action]} {...{ draft, onTake, onClose }} />
      )}
    </Dialog>
  )
}
