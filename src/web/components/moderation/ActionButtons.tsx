import { Button } from '@mantine/core'
import { t } from '@/web/i18n/text'
import classes from './ActionButtons.module.css'
import type { PossibleAction } from './possible-actions'

/** Buttons for moderation actions, each of which opens a dialog. */
export function ActionButtons({
  actions,
  onChoose,
}: {
  actions: readonly PossibleAction[]
  onChoose: (action: PossibleAction) => void
}) {
  return (
    <div className={classes.buttons}>
      {actions.map((action) => (
        <Button
          key={action.type}
          variant="default"
          aria-haspopup="dialog"
          onClick={() => onChoose(action)}
        >
          {t(action.label)}
        </Button>
      ))}
    </div>
  )
}
