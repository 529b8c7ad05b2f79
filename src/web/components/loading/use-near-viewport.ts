import { type RefObject, useEffect, useState } from 'react'

/** The distance below the viewport within which an element counts as near. */
const MARGIN = '0px 0px 400px 0px'

/** Whether an element has been near the viewport at least once. */
export function useNearViewport(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, isNear])
  return isNear
}
