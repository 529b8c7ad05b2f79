/** A value that several parts of a page share; those who listen hear when it changes. */
export type Observable<Value> = {
  get: () => Value
  /** Sets the value; listeners hear of it only when it really changed. */
  set: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/** A new shared value. */
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

/** A position along a track that the map and every chart share: the index of a point, or null. */
export type Cursor = Observable<number | null>

/** A new cursor that points nowhere. */
export const createCursor = (): Cursor => createObservable<number | null>(null)

/** A stretch of a track: the indices of its first and its last point. */
export type Stretch = { from: number; to: number }

/** What map, charts and tables of a track show together. */
export type TrackLink = {
  cursor: Cursor
  /** The stretch that was selected. */
  stretch: Observable<Stretch | null>
  /** The stretch of the row that somebody points at; the map shows it before the selected one. */
  pointed: Observable<Stretch | null>
  /** The stretch that fills charts and map; null for the whole track. */
  zoom: Observable<Stretch | null>
}

const isSameStretch = (one: Stretch | null, other: Stretch | null): boolean =>
  one?.from === other?.from && one?.to === other?.to

/** A link of nothing selected yet. */
export const createTrackLink = (): TrackLink => ({
  cursor: createCursor(),
  stretch: createObservable<Stretch | null>(null, isSameStretch),
  pointed: createObservable<Stretch | null>(null, isSameStretch),
  zoom: createObservable<Stretch | null>(null, isSameStretch),
})
