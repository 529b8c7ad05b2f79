import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileDurably } from '@/lib/files/fsync'

const FILE = 'inbox-attempts.json'

/** A file of the inbox in a certain state, and how many attempts at it have begun and not ended. */
interface Attempt {
  state: string
  count: number
}

/**
 * The files of the inbox that are being imported, recorded in the data folder before the import begins. A file that is
 * still recorded at the start of the server was being imported when the process died, and may be why it died.
 */
export class InboxAttempts {
  readonly #path: string
  readonly #attempts: Map<string, Attempt>

  constructor(dataDir: string) {
    this.#path = join(dataDir, FILE)
    this.#attempts = readAttempts(this.#path)
  }

  /** How many times the process died while it imported the file in this state. */
  countDeaths(key: string, state: string): number {
    const attempt = this.#attempts.get(key)
    return attempt?.state === state ? attempt.count : 0
  }

  /** Records that the import of files begins. It is durable when the function returns. */
  begin(files: readonly { key: string; state: string }[]): void {
    for (const { key, state } of files)
      this.#attempts.set(key, { state, count: this.countDeaths(key, state) + 1 })
    this.#write()
  }

  /** Records that the import of files ended, whatever its result. */
  end(keys: readonly string[]): void {
    const had = keys.filter((key) => this.#attempts.delete(key))
    if (had.length > 0) this.#write()
  }

  /** Drops the attempts of files that are no longer in the inbox. */
  retain(keys: ReadonlySet<string>): void {
    this.end([...this.#attempts.keys()].filter((key) => !keys.has(key)))
  }

  #write(): void {
    if (this.#attempts.size === 0) rmSync(this.#path, { force: true })
    else writeFileDurably(this.#path, JSON.stringify(Object.fromEntries(this.#attempts)))
  }
}

/** Reads the stored attempts. Returns none if the file is missing or damaged, so that the inbox continues to work. */
function readAttempts(path: string): Map<string, Attempt> {
  if (!existsSync(path)) return new Map()
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, Attempt] => isAttempt(entry[1])))
  } catch {
    return new Map()
  }
}

const isAttempt = (value: unknown): value is Attempt =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'state') === 'string' &&
  Number.isSafeInteger(Reflect.get(value, 'count'))
