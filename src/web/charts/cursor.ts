/** A position along a track that the map and every chart share: the index of a point, or null. */
export type Cursor = {
  get: () => number | null
  /** Moves the cursor; listeners hear of it only when it really moved. */
  set: (index: number | null) => void
  subscribe: (listener: () => void) => () => void
}

/** A new cursor that points nowhere. */
export function createCursor(): Cursor {
  let current: number | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (index) => {
      if (index === current) return
      current = index
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
