/**
 * Brings what is written to the disk for several at a time: who asks while the disk is at work waits for the next time,
 * together with all who ask meanwhile.
 */
export class SharedSync {
  readonly #sync: () => Promise<void>
  /** Settles when the disk has done what it is at. */
  #underWay = Promise.resolve()
  #next: Promise<void> | undefined

  /** `sync` resolves once everything that was written before it was called is on disk. */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync
  }

  /** Resolves once everything that has been written is on disk. @throws as `sync` does */
  wait(): Promise<void> {
    this.#next ??= this.#underWay.then(() => {
      this.#next = undefined
      const syncing = this.#sync()
      this.#underWay = syncing.catch(() => undefined)
      return syncing
    })
    return this.#next
  }
}
