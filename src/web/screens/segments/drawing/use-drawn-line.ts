import { useMemo, useRef, useState } from 'react'
import type { DrawnLineEvents } from '@/web/map/drawing/create-drawn-line-map'
import type { Position } from '@/web/map/nearest-position'

/** Maximum number of points that the server accepts. */
const MAX_POINTS = 2000

const NO_POINTS: readonly Position[] = []

/** A line that the user draws on a map. */
export function useDrawnLine() {
  const [points, setPoints] = useState(NO_POINTS)
  const [length, setLength] = useState(0)
  const middle = useRef<Position>(undefined)
  const events = useMemo((): DrawnLineEvents => {
    const add = (position: Position) => setPoints((before) => withPoint(before, position))
    return {
      onClick: add,
      onMove: (index, position) => setPoints((before) => before.with(index, position)),
      onLength: setLength,
      onView: (position) => {
        middle.current = position
      },
    }
  }, [])
  return {
    points,
    /** Metres. */
    length,
    /** Callbacks of the map, which never change. */
    events,
    addMiddle: () => {
      if (middle.current) events.onClick(middle.current)
    },
    undo: () => setPoints(points.slice(0, -1)),
    clear: () => setPoints(NO_POINTS),
  }
}

/** Returns a line with one more point, unless it is full or ends there already. */
function withPoint(points: readonly Position[], { latitude, longitude }: Position) {
  const last = points.at(-1)
  const isSame = last?.latitude === latitude && last.longitude === longitude
  return isSame || points.length >= MAX_POINTS ? points : [...points, { latitude, longitude }]
}
