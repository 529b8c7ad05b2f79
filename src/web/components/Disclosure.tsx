import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import classes from './Disclosure.module.css'
import { useLeaving } from './use-leaving'

/**
 * A button that opens a small panel below it: links and choices. It closes when the focus leaves, and with Escape or
 * when one is chosen, which gives the focus back to the button.
 */
export function Disclosure({
  label,
  className,
  button,
  children,
}: {
  label: string
  className: string | undefined
  /** What stands on the button. */
  button: ReactNode
  /** What the panel shows; it is given the way to close it. */
  children: (close: () => void) => ReactNode
}) {
  const [opened, setOpened] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const close = useCallback(() => {
    setOpened(false)
    opener.current?.focus()
  }, [])
  const leave = useCallback(
    (reason: 'blur' | 'escape') => (reason === 'escape' ? close() : setOpened(false)),
    [close],
  )
  useLeaving(place, leave)
  return (
    <div ref={place} className={classes.disclosure}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={opened}
        aria-controls={panelId}
        onClick={() => setOpened(!opened)}
      >
        {button}
      </button>
      <div id={panelId} className={classes.panel} hidden={!opened}>
        {opened && children(close)}
      </div>
    </div>
  )
}
