import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { ReadOnlyError } from '@/lib/system-errors'
import { addFunctions } from '@/store/db/connections/add-functions'
import { type Outcome, type StatementRunner, Statements } from '@/store/db/connections/statements'

/** Milliseconds between two checks whether the replica was replaced by another file. */
const CHECK_INTERVAL = 1000
/** Milliseconds for which SQLite waits while Litestream applies changes, which takes a few. */
const BUSY_TIMEOUT = 5000
/** Maximum number of bytes to memory-map; the largest value that SQLite allows. */
const MAPPED = 0x7fff0000

/**
 * The read-only connection to a replica that another process, Litestream, updates. The file may be replaced by a newer
 * one at any time.
 *
 * NOTE Litestream writes pages under the locks of SQLite's rollback journal, so that a statement sees a change
 * completely or not at all. But it increments the change counter, by which SQLite notices that its page cache is stale,
 * only if the change includes the first page. Therefore the page cache is disabled, and `version` also includes the
 * modification time of the file.
 */
export class FollowedStatements implements StatementRunner {
  readonly isInTransaction = false
  readonly #file: string
  readonly #opened: (sqlite: Database.Database) => void
  #inode: number
  #statements: Statements
  #lookedAt = performance.now()

  /** `opened` is called with each new connection, also when the file was replaced. */
  constructor(file: string, opened: (sqlite: Database.Database) => void) {
    this.#file = file
    this.#opened = opened
    this.#inode = statSync(file).ino
    this.#statements = this.#open()
  }

  all(sql: string, parameters: readonly unknown[]): unknown[] {
    if (performance.now() - this.#lookedAt > CHECK_INTERVAL) this.#look()
    return this.#statements.all(sql, parameters)
  }

  /** Opens no read transaction, because Litestream would have to wait for it. */
  hold(): void {}
  release(): void {}

  /** @throws ReadOnlyError always. */
  run(): Outcome {
    throw new ReadOnlyError('the copy of a database is only read')
  }

  /**
   * Changes settings that only matter for writes.
   * @throws ReadOnlyError always.
   */
  set(): void {
    this.run()
  }

  version(): unknown {
    const { mtimeMs, ino } = statSync(this.#file, { throwIfNoEntry: false }) ?? {}
    // On file systems with coarse timestamps, two changes may have the same time.
    const second = Math.floor(Date.now() / 1000)
    return [ino, mtimeMs, second, this.#statements.version()].join(' ')
  }

  shrink(): void {
    this.#statements.shrink()
  }

  close(): void {
    this.#statements.close()
  }

  /** Opens the new file if the replica was replaced. A deleted replica can still be read. */
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

/**
 * Switches a new replica from WAL to rollback-journal mode. In WAL mode, which it copies from the original, readers
 * would not take the locks that Litestream uses.
 */
function leaveWriteAheadLog(file: string): void {
  const sqlite = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT })
  sqlite.pragma('journal_mode = delete')
  sqlite.close()
}
