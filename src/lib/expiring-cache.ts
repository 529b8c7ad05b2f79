import type { Clock } from './clock'

/** Values that are remembered for a while, the most recently used ones. */
export interface ExpiringCache<Value> {
  get: (key: string) => Value | undefined
  set: (key: string, value: Value) => void
}

export interface ExpiringCacheOptions {
  clock: Pick<Clock, 'elapsed'>
  /** Milliseconds a value is kept. */
  lifetime: number
  /** Most values kept at a time; the one whose last use is longest ago makes room. */
  entries: number
}

/** An empty cache in memory. */
export function expiringCache<Value>(options: ExpiringCacheOptions): ExpiringCache<Value> {
  const { clock, lifetime, entries } = options
  // A Map lists its keys in the order they were set: the first is the one used longest ago.
  const kept = new Map<string, { value: Value; until: number }>()
  return {
    get: (key) => {
      const entry = kept.get(key)
      if (!entry) return undefined
      kept.delete(key)
      if (entry.until <= clock.elapsed()) return undefined
      kept.set(key, entry)
      return entry.value
    },
    set: (key, value) => {
      kept.delete(key)
      kept.set(key, { value, until: clock.elapsed() + lifetime })
      const [oldest] = kept.keys()
      if (kept.size > entries && oldest !== undefined) kept.delete(oldest)
    },
  }
}
