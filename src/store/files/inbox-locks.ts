/** A write lock of a WebDAV client on a file or folder. */
export interface InboxLock {
  /** A URI, known only to the client that holds the lock. */
  token: string
  /** Name of the user's folder. */
  folder: string
  /** Path below it. */
  path: string
  /** Whether the lock also covers everything below the path. */
  isDeep: boolean
  /** Milliseconds of the monotonic clock at which it ends by itself. */
  until: number
}

/** Maximum locks of one user. */
const MAX_LOCKS = 1000

/**
 * Exclusive write locks of WebDAV clients (RFC 4918, 6), in memory: a restart ends all of them, which clients must
 * expect. They protect a file against other clients, and against being imported before it is complete.
 */
export class InboxLocks {
  readonly #locks = new Map<string, InboxLock>()

  /** Creates a lock. Returns undefined when the user has too many. */
  create(lock: Omit<InboxLock, 'token'>, now: number): InboxLock | undefined {
    if (this.#current(lock.folder, now).length >= MAX_LOCKS) return undefined
    const created = { ...lock, token: `urn:uuid:${crypto.randomUUID()}` }
    this.#locks.set(created.token, created)
    return created
  }

  /** The lock with a token; undefined when it has ended, or belongs to another user. */
  find(token: string, { folder, now }: { folder: string; now: number }): InboxLock | undefined {
    return this.#current(folder, now).find((lock) => lock.token === token)
  }

  /** Locks that cover a path. */
  covering(folder: string, path: string, now: number): InboxLock[] {
    return this.#current(folder, now).filter(
      (lock) => lock.path === path || (lock.isDeep && isBelow(path, lock.path)),
    )
  }

  /** Locks of entries below a path. */
  below(folder: string, path: string, now: number): InboxLock[] {
    return this.#current(folder, now).filter((lock) => isBelow(lock.path, path))
  }

  refresh({ token }: InboxLock, until: number): void {
    const lock = this.#locks.get(token)
    if (lock) lock.until = until
  }

  end({ token }: InboxLock): void {
    this.#locks.delete(token)
  }

  #current(folder: string, now: number): InboxLock[] {
    for (const { token, until } of this.#locks.values()) if (until <= now) this.#locks.delete(token)
    return [...this.#locks.values()].filter((lock) => lock.folder === folder)
  }
}

const isBelow = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`)
