import { useEffect, useRef } from 'react'
import type { MapHandle } from './create-leaflet-map'

/**
 * Creates a map in an element and resizes it with the element. The map is created again when `create` changes, so the
 * function has to be memoized.
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
