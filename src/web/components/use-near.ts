import { type RefObject, useEffect, useState } from 'react'

/** How far below what is seen of the page something may lie to count as near. */
const MARGIN = '0px 0px 400px 0px'

/** Whether something has come near to what is seen of the page; from then on it stays near. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
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
