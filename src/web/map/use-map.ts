import { useCallback, useEffect, useRef } from 'react'
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

/** Like `useMap`, for a map that can replace its content, so that it need not be created again when that changes. */
export function useMapOf<Content, Handle extends MapHandle & { show: (content: Content) => void }>(
  create: (element: HTMLElement, content: Content) => Handle,
  content: Content,
) {
  const latest = useRef(content)
  const createLatest = useCallback(
    (element: HTMLElement) => create(element, latest.current),
    [create],
  )
  const { element, handle } = useMap(createLatest)
  useEffect(() => {
    if (latest.current === content) return
    latest.current = content
    handle.current?.show(content)
  }, [content, handle])
  return { element, handle }
}
