import type { Cursor, Observable, Stretch } from './cursor'
import { indexAt } from './index-at'

/** A cursor over the points that are drawn, in step with one over all points; both by index. */
export const cursorWithin = (cursor: Cursor, shown: readonly number[]): Cursor => ({
  subscribe: cursor.subscribe,
  get: () => {
    const index = cursor.get()
    return index === null ? null : indexAt(shown, index)
  },
  set: (position) => cursor.set(position === null ? null : (shown[position] ?? null)),
})

/** A stretch among the points that are drawn, in step with one among all points. */
export const stretchWithin = (
  stretch: Observable<Stretch | null>,
  shown: readonly number[],
): Observable<Stretch | null> => ({
  subscribe: stretch.subscribe,
  get: () => {
    const whole = stretch.get()
    return whole && { from: indexAt(shown, whole.from), to: indexAt(shown, whole.to) }
  },
  set: (part) =>
    stretch.set(part && { from: shown[part.from] ?? 0, to: shown[part.to] ?? shown.length - 1 }),
})
