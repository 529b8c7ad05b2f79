/** A value shared by several parts of a page, which can subscribe to its changes. */
export type Observable<Value> = {
  get: () => Value
  /** Sets the value; calls the listeners only if it differs from the current value. */
  set: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/** Creates a shared value. */
function createObservable<Value>(
  initial: Value,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): Observable<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      if (isSame(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A position along a track, shared by the map and all charts: the index of a point, or null. */
export type Cursor = Observable<number | null>

/** Creates a cursor without a position. */
export const createCursor = (): Cursor => createObservable<number | null>(null)

/** A selected interval of a track: the indices of its first and last point. */
export type Interval = { from: number; to: number }

/** State shared by the map, charts and tables of a track. */
export type TrackLink = {
  cursor: Cursor
  /** The selected interval; null without a selection. */
  selection: Observable<Interval | null>
  /** The interval of the table row under the pointer. On the map it takes precedence over the selected one. */
  hovered: Observable<Interval | null>
  /** The interval that fills charts and map; null for the whole track. */
  zoom: Observable<Interval | null>
}

const isSameInterval = (one: Interval | null, other: Interval | null): boolean =>
  one?.from === other?.from && one?.to === other?.to

/** Creates the shared state, with nothing selected. */
export const createTrackLink = (): TrackLink => ({
  cursor: createCursor(),
  selection: createObservable<Interval | null>(null, isSameInterval),
  hovered: createObservable<Interval | null>(null, isSameInterval),
  zoom: createObservable<Interval | null>(null, isSameInterval),
})
