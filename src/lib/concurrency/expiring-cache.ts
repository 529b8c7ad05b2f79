import type { Clock } from '@/lib/time/clock'

/** A least-recently-used cache whose values expire. */
export interface ExpiringCache<Value> {
  get: (key: string) => Value | undefined
  set: (key: string, value: Value) => void
}

export interface ExpiringCacheOptions {
  clock: Pick<Clock, 'elapsed'>
  /** Milliseconds after which a value expires. */
  lifetime: number
  /** The maximum number of values. When it is exceeded, the least recently used value is evicted. */
  entries: number
}

/** Creates an empty cache in memory. */
export function createExpiringCache<Value>(options: ExpiringCacheOptions): ExpiringCache<Value> {
  const { clock, lifetime, entries } = options
  // A Map iterates its keys in insertion order, and every use inserts the key again, so the first key is the least
  // recently used.
  const cached = new Map<string, { value: Value; until: number }>()
  return {
    get: (key) => {
      const entry = cached.get(key)
      if (!entry) return undefined
      cached.delete(key)
      if (entry.until <= clock.elapsed()) return undefined
      cached.set(key, entry)
      return entry.value
    },
    set: (key, value) => {
      cached.delete(key)
      cached.set(key, { value, until: clock.elapsed() + lifetime })
      const [oldest] = cached.keys()
      if (cached.size > entries && oldest !== undefined) cached.delete(oldest)
    },
  }
}
