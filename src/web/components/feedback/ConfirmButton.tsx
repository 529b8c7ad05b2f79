import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { t } from '@/web/i18n/text'
import classes from './ConfirmButton.module.css'
import { Dialog } from './Dialog'
import { ErrorNote } from './ErrorNote'

/** A button for an action that cannot be undone or affects others; it asks for confirmation first. */
export function ConfirmButton({
  label,
  title,
  text,
  confirm,
  size = 'sm',
  disabled = false,
  isHarmless = false,
  action,
}: {
  label: string
  title: string
  text: string
  confirm: string
  size?: string
  disabled?: boolean
  /** Whether nothing is lost, so that the button of the dialog is not red. */
  isHarmless?: boolean
  action: UseMutationResult<void, Error, void>
}) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        size={size}
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={open}
      >
        {label}
      </Button>
      <Dialog opened={opened} onClose={close} title={title}>
        <p className={classes.text}>{text}</p>
        <ErrorNote error={action.error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <BusyButton
            {...(!isHarmless && { color: 'red.8' })}
            busy={action.isPending}
            onClick={() => action.mutate(undefined, { onSuccess: close })}
          >
            {confirm}
          </BusyButton>
        </div>
      </Dialog>
    </>
  )
}
