import { useEffect, useRef } from 'react'
import type { MapHandle } from './create-map'

/**
 * Holds a map in an element and lets it follow the element's size; the map is made anew when `create` is another
 * function.
 */
export function useMap<Handle extends MapHandle>(create: (element: HTMLElement) => Handle) {
  const element = useRef<HTMLDivElement>(null)
  const handle = useRef<Handle>(null)
  useEffect(() => {
    if (!element.current) return
    const map = create(element.current)
    const observer = new ResizeObserver(() => map.resize())
    observer.observe(element.current)
    handle.current = map
    return () => {
      observer.disconnect()
      map.remove()
      handle.current = null
    }
  }, [create])
  return { element, handle }
}
