import { ConcurrencyLimit } from '@/lib/concurrency/concurrency-limit'
import type { Log } from '@/lib/log'
import type { Clock } from '@/lib/time/clock'
import type { MapFile } from './map-file'
import { openMapFile, readStamp } from './open-map-file'

/** Milliseconds after which the file is checked for changes. */
const CHECK_AFTER = 5000
/** Tiles that wait to be drawn: the screens of several clients. */
const MAX_WAITING = 200

/**
 * The configured map file. It is opened when it is first needed, and again when it has been replaced. A file that cannot
 * be used is logged once and not read again until it changes.
 */
export class LocalMap {
  /** Limits how many tiles are drawn at the same time, of which each may take half a second of CPU time. */
  readonly drawings = new ConcurrencyLimit({ maxRunning: 1, maxWaiting: MAX_WAITING })
  readonly #path: string
  readonly #deps: { log: Log; clock: Clock }
  #opening: Promise<MapFile | undefined> = Promise.resolve(undefined)
  #stamp: string | undefined
  #checkedAt = Number.NEGATIVE_INFINITY
  #hasFailed = false

  constructor(path: string, deps: { log: Log; clock: Clock }) {
    this.#path = path
    this.#deps = deps
  }

  /** The open file; undefined if it cannot be used. */
  open(): Promise<MapFile | undefined> {
    const now = this.#deps.clock.elapsed()
    if (now - this.#checkedAt >= CHECK_AFTER) {
      this.#checkedAt = now
      this.#opening = this.#reopen(this.#opening)
    }
    return this.#opening
  }

  /** Logs that a file cannot be used or has a damaged tile, once until it changes. */
  logFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (!this.#hasFailed)
      this.#deps.log.error(
        `the map file ${this.#path} ${reason}: \`milepost tiles check\` examines it`,
      )
    this.#hasFailed = true
  }

  async close(): Promise<void> {
    const file = await this.#opening
    file?.close()
  }

  /** Opens the file, unless it is the one that is open already. */
  async #reopen(previous: Promise<MapFile | undefined>): Promise<MapFile | undefined> {
    const stamp = await readStamp(this.#path)
    if (stamp === this.#stamp) return previous
    this.#stamp = stamp
    this.#hasFailed = false
    const file = await previous
    file?.close()
    return openMapFile(this.#path).catch((error) => {
      this.logFailure(error)
      return undefined
    })
  }
}
