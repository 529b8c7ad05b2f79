import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { Ref } from 'react'
import { t } from '@/web/i18n/text'
import classes from './BusyButton.module.css'

export interface BusyButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  /** Whether the action is in progress. Clicks are ignored meanwhile, but the button keeps the focus. */
  busy: boolean
  ref?: Ref<HTMLButtonElement>
}

/**
 * A button whose action takes a while. A disabled button would lose the focus, and keyboard users would start again at
 * the top of the page.
 */
export function BusyButton({ busy, onClick, className, children, ...props }: BusyButtonProps) {
  const state = busy ? classes.busy : ''
  return (
    <>
      <Button
        {...props}
        className={className ? `${className} ${state}` : state}
        aria-disabled={busy || undefined}
        onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      >
        {children}
      </Button>
      <span role="status" className={classes.status}>
        {busy && t('form.busy')}
      </span>
    </>
  )
}
