import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import classes from './Disclosure.module.css'

/**
 * A button that opens a small panel below it, with links or choices. The panel closes when the focus leaves it. Escape
 * and `close` also close it, and return the focus to the button.
 */
export function Disclosure({
  label,
  className,
  button,
  children,
}: {
  label: string
  className: string | undefined
  /** Content of the button. */
  button: ReactNode
  /** Renders the panel; `close` closes it. */
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
  useFocusLeave(place, leave)
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

/** Calls `onLeave` when the focus leaves an element, and when Escape is pressed inside it. */
function useFocusLeave(
  element: RefObject<HTMLElement | null>,
  onLeave: (reason: 'blur' | 'escape') => void,
): void {
  useEffect(() => {
    const place = element.current
    if (!place) return
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) onLeave('blur')
    }
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onLeave('escape')
    }
    place.addEventListener('focusout', leave)
    place.addEventListener('keydown', close)
    return () => {
      place.removeEventListener('focusout', leave)
      place.removeEventListener('keydown', close)
    }
  }, [element, onLeave])
}
