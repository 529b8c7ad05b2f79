import type { Cursor, Interval, Observable } from './cursor'
import { findNearestIndex } from './nearest-index'

/** Returns a cursor over the indices of drawn points, which reads and writes `cursor`, an index of all points. */
export const createDrawnCursor = (cursor: Cursor, shown: readonly number[]): Cursor => ({
  subscribe: cursor.subscribe,
  get: () => {
    const index = cursor.get()
    return index === null ? null : findNearestIndex(shown, index)
  },
  set: (position) => cursor.set(position === null ? null : (shown[position] ?? null)),
})

/**
 * Returns a selection over the indices of drawn points, which reads and writes `selection`, a selection of all points.
 */
export const createDrawnSelection = (
  selection: Observable<Interval | null>,
  shown: readonly number[],
): Observable<Interval | null> => ({
  subscribe: selection.subscribe,
  get: () => {
    const whole = selection.get()
    return (
      whole && { from: findNearestIndex(shown, whole.from), to: findNearestIndex(shown, whole.to) }
    )
  },
  set: (part) =>
    selection.set(part && { from: shown[part.from] ?? 0, to: shown[part.to] ?? shown.length - 1 }),
})
