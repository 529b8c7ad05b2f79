interface Entry {
  value: unknown
  version: number
  bytes: number
}

/**
 * A least-recently-used cache of limited size. Each value has the version of the data that it was computed from; the
 * caller ignores values of other versions.
 */
export class VersionedCache {
  readonly #maxBytes: number
  // A Map iterates in insertion order, so that its first key is the least recently used one.
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the value under a key and its version. The caller knows the type of the values under its keys. */
  get<Value>(key: string): { value: Value; version: number } | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry as Entry & { value: Value }
  }

  /** Stores a value of approximately `bytes`, unless it is larger than an eighth of the cache. */
  set(key: string, value: unknown, { version, bytes }: Omit<Entry, 'value'>): void {
    this.#delete(key)
    if (bytes > this.#maxBytes / 8) return
    this.#entries.set(key, { value, version, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#delete(oldest)
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
