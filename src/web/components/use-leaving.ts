import { type RefObject, useEffect } from 'react'

/** Calls back when the focus leaves an element, and when Escape is pressed inside it. */
export function useLeaving(
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
