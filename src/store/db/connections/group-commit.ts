import { closeSync, fsync, openSync } from 'node:fs'
import { DiskFailedError } from '@/lib/system-errors'
import { type OpenedFile, openedFile, requireSame } from './same-file'

/** Called once, with the cause, when writing ends until the next start. */
export type FailureListener = (failure: DiskFailedError) => void

/**
 * Makes commits durable with fsync of the write-ahead log; one fsync serves all commits that wait for it.
 *
 * After a failed fsync, every later one fails too. Linux marks the pages that it could not write as clean, so a later
 * fsync would succeed although data is lost; only the next start, which reads the log from the disk, can find out what
 * became durable. Writing also ends when the database or its log was deleted or replaced, because data would go to a
 * file that is never opened again.
 */
export class GroupCommit {
  readonly #files: readonly OpenedFile[]
  // Open as long as the database: opening it for each commit could fail, and an I/O error is reported only to
  // descriptors that were open when it happened.
  readonly #log: number
  readonly #listeners = new Set<FailureListener>()
  #underWay: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #failure: DiskFailedError | undefined
  #isClosed = false

  /** `database` is the path of a database whose write-ahead log exists. */
  constructor(database: string) {
    const log = `${database}-wal`
    this.#log = openSync(log, 'r')
    this.#files = [database, log].map(openedFile)
  }

  /** The failure because of which nothing can be written any more; undefined while writing works. */
  get failure(): DiskFailedError | undefined {
    return this.#failure
  }

  /** @throws DiskFailedError after a failure. */
  requireWorking(): void {
    if (this.#failure) throw this.#failure
  }

  /**
   * Resolves when everything that was committed before this call is on disk.
   * @throws DiskFailedError when that is not certain.
   */
  wait(): Promise<void> {
    // An fsync in progress may have begun before the commit. This call and all others that wait now share the next one.
    this.#next ??= this.#underWay.then(() => {
      this.#next = undefined
      const syncing = this.#sync()
      this.#underWay = syncing.catch(() => undefined)
      return syncing
    })
    return this.#next
  }

  /** Ends writing until the next start. Also called when another connection or SQLite itself had the failed fsync. */
  fail(cause: unknown): DiskFailedError {
    if (this.#failure) return this.#failure
    const failure = new DiskFailedError(cause)
    this.#failure = failure
    for (const listener of this.#listeners) listener(failure)
    return failure
  }

  listen(listener: FailureListener): void {
    this.#listeners.add(listener)
  }

  /** Closes the log after the last waiting commit. Later calls of `wait` reject. */
  async close(): Promise<void> {
    while (this.#next) await this.#next.catch(() => undefined)
    await this.#underWay
    this.#isClosed = true
    closeSync(this.#log)
  }

  async #sync(): Promise<void> {
    this.requireWorking()
    // The descriptor may already have been reused for another file.
    if (this.#isClosed) throw new Error('the database is closed')
    try {
      await fsyncDescriptor(this.#log)
      for (const file of this.#files) requireSame(file)
    } catch (error) {
      throw this.fail(error)
    }
  }
}

function fsyncDescriptor(descriptor: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  fsync(descriptor, (error) => (error ? reject(error) : resolve()))
  return promise
}
