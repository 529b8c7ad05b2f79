import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { ReadOnlyError } from '@/lib/faults'
import { addFunctions } from './open'
import { type Outcome, type StatementRunner, Statements } from './statements'

/** Milliseconds between two looks whether the copy is still the same file. */
const LOOK_EVERY = 1000
/** Milliseconds for which SQLite waits while changes are put into the copy; that takes a few. */
const BUSY_TIMEOUT = 5000
/** Bytes that are read without copying them; the most SQLite allows. */
const MAPPED = 0x7fff0000

/**
 * The connection to a copy of a database that another process, Litestream, keeps current. It reads and does nothing
 * else. The file may be replaced by a newer one at any time.
 *
 * NOTE Litestream puts pages into the file under the locks that SQLite takes for a rollback journal, so that a statement
 * sees all of a change or nothing. But it changes the counter by which SQLite knows that its cache is out of date only
 * when the first page is among those pages. Therefore nothing is cached here: pages are mapped, or read each time, and
 * `version` goes by the time of the file as well.
 */
export class FollowedStatements implements StatementRunner {
  readonly isInTransaction = false
  readonly #file: string
  readonly #opened: (sqlite: Database.Database) => void
  #inode: number
  #statements: Statements
  #lookedAt = performance.now()

  /** `opened` is called with the connection to a file that took the place of the former. */
  constructor(file: string, opened: (sqlite: Database.Database) => void) {
    this.#file = file
    this.#opened = opened
    this.#inode = statSync(file).ino
    this.#statements = this.#open()
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    if (performance.now() - this.#lookedAt > LOOK_EVERY) this.#look()
    return this.#statements.all(sql, parameters)
  }

  /** Nothing is held: Litestream would have to wait for it. */
  hold(): void {}
  release(): void {}

  /** @throws ReadOnlyError always. */
  run(): Outcome {
    throw new ReadOnlyError('the copy of a database is only read')
  }

  /** What only matters to those who write. @throws ReadOnlyError always. */
  set(): void {
    this.run()
  }

  version(): unknown {
    const { mtimeMs, ino } = statSync(this.#file, { throwIfNoEntry: false }) ?? {}
    // Two changes may have the same time, if the file system counts in large steps.
    const second = Math.floor(Date.now() / 1000)
    return [ino, mtimeMs, second, this.#statements.version()].join(' ')
  }

  shrink(): void {
    this.#statements.shrink()
  }

  close(): void {
    this.#statements.close()
  }

  /** Goes on with the new file where there is one; one that was only removed is still read. */
  #look(): void {
    this.#lookedAt = performance.now()
    const { ino } = statSync(this.#file, { throwIfNoEntry: false }) ?? {}
    if (ino === undefined || ino === this.#inode) return
    const former = this.#statements
    this.#statements = this.#open()
    this.#inode = ino
    former.close()
  }

  #open(): Statements {
    leaveWriteAheadLog(this.#file)
    const sqlite = new Database(this.#file, { readonly: true, timeout: BUSY_TIMEOUT })
    sqlite.pragma('cache_size = 0')
    sqlite.pragma(`mmap_size = ${MAPPED}`)
    addFunctions(sqlite)
    this.#opened(sqlite)
    return new Statements(sqlite)
  }
}

/** A new copy says, as the original does, that it has a write-ahead log: then its readers would take no locks. */
function leaveWriteAheadLog(file: string): void {
  const sqlite = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT })
  sqlite.pragma('journal_mode = delete')
  sqlite.close()
}
