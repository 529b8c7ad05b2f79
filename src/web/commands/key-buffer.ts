/** Whether keys open the search: Ctrl+K or ⌘K. */
export const isSearchKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'

/** Collects what the user types before the search is there. */
export interface KeyBuffer {
  /** Stops collecting, and returns the collected text. */
  take: () => string
}

/** Milliseconds after which keys work as usual, in case the search cannot be loaded. */
const TIMEOUT = 5000

/**
 * Starts to collect typed characters, which then reach neither the page nor its shortcuts. Escape, or five seconds
 * without `take`, end it.
 */
export function startKeyBuffer(): KeyBuffer {
  let text = ''
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (key === 'Escape') return stop()
    if (ctrlKey || metaKey || altKey) return
    if (key.length === 1) text += key
    else if (key === 'Backspace') text = text.slice(0, -1)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  const waiting = setTimeout(() => stop(), TIMEOUT)
  const stop = () => {
    clearTimeout(waiting)
    window.removeEventListener('keydown', press, true)
  }
  window.addEventListener('keydown', press, true)
  return {
    take: () => {
      stop()
      const taken = text
      text = ''
      return taken
    },
  }
}
