import type Database from 'better-sqlite3'

/**
 * Maximum number of prepared statements in the cache: more than there are fixed ones, to leave room for those whose
 * shape depends on the request.
 */
const MAX_STORED = 400

type Statement = Database.Statement<unknown[]>

/** The result of one statement. */
export interface Outcome {
  rows: unknown[]
  changes: number
  lastInsertRowid: number | bigint | undefined
}

/** The interface of a connection that runs statements. */
export type StatementRunner = Pick<
  Statements,
  'isInTransaction' | 'shrink' | 'all' | 'hold' | 'release' | 'run' | 'version' | 'set' | 'close'
>

/** A connection to SQLite with an LRU cache of prepared statements. */
export class Statements {
  readonly #sqlite: Database.Database
  // A Map iterates in insertion order: the first key is the least recently used.
  readonly #kept = new Map<string, Statement>()
  #isHeld = false
  #versions: Statement | undefined

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite
  }

  get isInTransaction(): boolean {
    return this.#sqlite.inTransaction
  }

  /** Returns the rows of a statement that reads. */
  all(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#prepared(sql).all(...parameters)
  }

  /** Opens a read transaction: all reads see the same state of the database until `release`. */
  hold(): void {
    if (!this.#isHeld) this.#prepared('begin').run()
    this.#isHeld = true
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    // An error may have ended the transaction already.
    if (this.isInTransaction) this.#letGo()
  }

  /**
   * Ends the read transaction. Ignores errors such as a damaged page, because the read that met it has already failed
   * with it, and nothing was written that could be lost.
   */
  #letGo(): void {
    try {
      this.#prepared('commit').run()
    } catch {
      if (this.isInTransaction) this.#prepared('rollback').run()
    }
  }

  /** Runs any statement. */
  run(sql: string, parameters: readonly unknown[]): Outcome {
    const statement = this.#prepared(sql)
    if (statement.reader)
      return { rows: statement.all(...parameters), changes: 0, lastInsertRowid: undefined }
    return { rows: [], ...statement.run(...parameters) }
  }

  /** Returns a value that changes whenever another connection has changed the database. */
  version(): unknown {
    this.#versions ??= this.#sqlite.prepare('pragma data_version').pluck()
    return this.#versions.get()
  }

  /**
   * Changes a setting of the connection. Not cached as a prepared statement, because some pragmas take effect when they
   * are prepared.
   */
  set(pragma: string): void {
    this.#sqlite.pragma(pragma)
  }

  /** Frees the page cache. */
  shrink(): void {
    this.run('pragma shrink_memory', [])
  }

  close(): void {
    this.release()
    this.#kept.clear()
    this.#sqlite.close()
  }

  #prepared(sql: string): Statement {
    const known = this.#kept.get(sql)
    if (known) {
      this.#kept.delete(sql)
      this.#kept.set(sql, known)
      return known
    }
    const statement = this.#sqlite.prepare<unknown[]>(sql)
    this.#kept.set(sql, statement)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_STORED && oldest !== undefined) this.#kept.delete(oldest)
    return statement
  }
}
