import type Database from 'better-sqlite3'

/**
 * Number of statements kept prepared: more than the fixed ones, to leave room for those whose shape depends on the
 * request.
 */
const MOST_KEPT = 400

type Statement = Database.Statement<unknown[]>

/** The result of one statement. */
export interface Outcome {
  rows: unknown[]
  changes: number
  lastInsertRowid: number | bigint | undefined
}

/** What runs statements. */
export type StatementRunner = Pick<
  Statements,
  'isInTransaction' | 'shrink' | 'all' | 'hold' | 'release' | 'run' | 'version' | 'set' | 'close'
>

/** One connection to SQLite that prepares each statement once and keeps it, the least used ones not for ever. */
export class Statements {
  readonly #sqlite: Database.Database
  // A Map lists its keys in the order they were set: the first is the one used longest ago.
  readonly #kept = new Map<string, Statement>()
  #isHeld = false
  #versions: Statement | undefined

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite
  }

  get isInTransaction(): boolean {
    return this.#sqlite.inTransaction
  }

  /** The rows of a statement that reads. */
  all(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#prepared(sql).all(...parameters)
  }

  /** Lets all that is read from now on be of one state of the database, until `release`. */
  hold(): void {
    if (!this.#isHeld) this.#prepared('begin').run()
    this.#isHeld = true
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    // An error may have ended it.
    if (this.isInTransaction) this.#letGo()
  }

  /** A damaged page is an error of whoever read it, who was told; nothing was written that could be lost. */
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

  /** Something that changes whenever another connection has changed the database. */
  version(): unknown {
    this.#versions ??= this.#sqlite.prepare('pragma data_version').pluck()
    return this.#versions.get()
  }

  /** Changes a setting of the connection, which a statement that is kept would not do again. */
  set(pragma: string): void {
    this.#sqlite.pragma(pragma)
  }

  /** Gives back the pages that are kept in memory. */
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
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return statement
  }
}
