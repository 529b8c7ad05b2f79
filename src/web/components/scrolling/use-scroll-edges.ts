import { type RefObject, useEffect } from 'react'

/**
 * Sets `data-more-start` and `data-more-end` on an element that scrolls sideways while there is content beyond these
 * edges, so that styles can show it.
 */
export function useScrollEdges(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const area = element.current
    if (!area) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = area
      area.toggleAttribute('data-more-start', scrollLeft > 1)
      area.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const observer = new ResizeObserver(update)
    observer.observe(area)
    for (const child of area.children) observer.observe(child)
    area.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      area.removeEventListener('scroll', update)
    }
  }, [element])
}
