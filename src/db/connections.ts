import { Lock } from '@/lib/lock'
import { SharedSync } from '@/lib/shared-sync'
import { sync } from '@/lib/sync'
import { insist } from './insist'
import type { Outcome, StatementRunner } from './statements'

/** Bytes of all results of statements that are kept in memory, of one of them, and about what one takes besides its texts. */
const MOST_REMEMBERED = 4 * 1024 * 1024
const LARGEST_REMEMBERED = MOST_REMEMBERED / 4
const RESULT_BYTES = 1024

/** Rows, at once where nobody has to be waited for: most reads are over sooner than a turn of promises. */
export type Rows = unknown[] | Promise<unknown[]>

/** What was read since the database has changed last: by statement, then by its parameters. */
interface RememberedRows {
  generation: number
  bytes: number
  rows: Map<string, Map<unknown, unknown[]>>
}

/** Pages of the log after which SQLite empties it, where nothing else is said. */
const CHECKPOINT_PAGES = 1000

/** Is told of every statement that is run. */
export type StatementListener = (sql: string, parameters: readonly unknown[]) => void

/** What connections are made of. */
export interface ConnectionOptions {
  /** Undefined for a database in memory. */
  file: string | undefined
  writer: StatementRunner
  /** The writer, when there is no other. */
  reader?: StatementRunner | undefined
  /** Milliseconds for which to try when another process keeps the database locked. */
  patience: number
}

/**
 * The two connections of a database, one for writing and one for reading. Readers see the last commit and never wait
 * for an open transaction. A database in memory has one connection for both, so its readers do wait.
 */
export class Connections {
  readonly #writer: StatementRunner
  readonly #reader: StatementRunner
  readonly #writing = new Lock()
  readonly #log: SharedSync
  readonly #listeners = new Set<StatementListener>()
  readonly #patience: number
  #remembered: RememberedRows = { generation: 0, bytes: 0, rows: new Map() }
  #dataVersion: unknown
  #store = 'temp_store = DEFAULT'
  #generation = 0
  /** Whether `#generation` is known to be current until the present turn of the event loop ends. */
  #isChecked = false
  /** Whether what is read is held at one state until then. */
  #isHeld = false
  /** Whether both end with that turn. */
  #isEnding = false

  /** Where the database is; undefined for one in memory. */
  readonly file: string | undefined

  constructor({ file, writer, reader = writer, patience }: ConnectionOptions) {
    this.file = file
    this.#log = new SharedSync(async () => {
      if (file !== undefined) await syncLogOf(file)
    })
    this.#patience = patience
    this.#writer = writer
    this.#reader = reader
  }

  get #isShared(): boolean {
    return this.#reader === this.#writer
  }

  /** Rows as of the last commit. */
  read(sql: string, parameters: readonly unknown[]): Rows {
    if (!this.#isShared || !this.#writing.isHeld) return this.#readNow(sql, parameters)
    return this.exclusively(async () => this.#readNow(sql, parameters))
  }

  /**
   * The same, but rows are remembered until anything in the database changes, even through another process, or others
   * need the room; more than fits beside others is not. The rows are shared and must not be changed.
   */
  readRemembered(sql: string, parameters: readonly unknown[]): Rows {
    const generation = this.generation()
    const { bytes, generation: last } = this.#remembered
    if (last !== generation || bytes > MOST_REMEMBERED)
      this.#remembered = { generation, bytes: 0, rows: new Map() }
    const remembered = this.#remembered
    const key = keyOf(parameters)
    const known = remembered.rows.get(sql)?.get(key)
    if (known) return known
    const rows = this.read(sql, parameters)
    return Array.isArray(rows)
      ? remember(remembered, { sql, key, rows })
      : rows.then((read) => remember(remembered, { sql, key, rows: read }))
  }

  /** Runs a statement that may write, inside the open transaction. */
  write(sql: string, parameters: readonly unknown[]): Outcome {
    this.#tell(sql, parameters)
    this.#expectChange()
    return this.#writer.run(sql, parameters)
  }

  /** Runs a statement that may write, on its own. */
  async writeAlone(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    const until = performance.now() + this.#patience
    return this.exclusively(() => insist(() => this.write(sql, parameters), until))
  }

  /** Does something while nobody else writes. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#writing.hold(work)
  }

  /**
   * Begins a transaction and takes the lock; `end` must follow. Its commit is on disk after `synced`. One that is small
   * makes no files.
   */
  async begin({ isSmall }: { isSmall: boolean }): Promise<void> {
    const until = performance.now() + this.#patience
    await this.#writing.acquire()
    try {
      if (isSmall) this.#set('temp_store = MEMORY')
      // It takes SQLite's lock at once. One that begins by reading could not get it later, once another process has
      // written: SQLite refuses then.
      await insist(() => this.#writer.run('begin immediate', []), until)
    } catch (error) {
      this.#set('temp_store = DEFAULT')
      this.#writing.release()
      throw error
    }
  }

  /** Ends the transaction and releases the lock, even when that fails. */
  end(how: 'commit' | 'rollback'): void {
    this.#expectChange()
    try {
      // A full disk has made SQLite roll back already.
      if (how === 'commit' || this.#writer.isInTransaction) this.#writer.run(how, [])
    } finally {
      if (this.#writer.isInTransaction) this.#writer.run('rollback', [])
      this.#set('temp_store = DEFAULT')
      this.#writing.release()
    }
  }

  /** Resolves once everything that was committed is on disk; nothing has to wait meanwhile. */
  synced(): Promise<void> {
    return this.#log.wait()
  }

  /** Lets the log grow until the returned function is called, instead of emptying it in the middle of the work. */
  holdCheckpoints(): () => void {
    this.#writer.set('wal_autocheckpoint = 0')
    return () => this.#writer.set(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  }

  /**
   * A number that grows whenever something in the database has changed, be it by another process. What is read in the
   * present turn of the event loop is of that state.
   */
  generation(): number {
    if (!this.#isChecked || !this.#isHeld) {
      this.#hold()
      this.#check()
    }
    return this.#generation
  }

  /**
   * Whether nothing has changed since a generation. For who reads nothing then: the state is not held, which saves two
   * statements.
   */
  isStill(generation: number): boolean {
    if (!this.#isChecked) {
      this.#check()
      this.#endWithTurn()
    }
    return generation === this.#generation
  }

  /** Calls a listener for every statement from now on; returns a function that stops this. */
  listen(listener: StatementListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Gives back the pages that SQLite keeps in memory; they are read again when they are needed. */
  shrink(): void {
    for (const connection of new Set([this.#writer, this.#reader])) connection.shrink()
  }

  close(): void {
    if (!this.#isShared) this.#reader.close()
    this.#writer.close()
  }

  /**
   * Where SQLite keeps what a statement needs to be taken back by itself, for which it makes files as soon as one inserts
   * several rows. Of small transactions it is little, and stays in memory.
   */
  #set(store: 'temp_store = MEMORY' | 'temp_store = DEFAULT'): void {
    if (store !== this.#store) this.#writer.set(store)
    this.#store = store
  }

  #readNow(sql: string, parameters: readonly unknown[]): unknown[] {
    this.#tell(sql, parameters)
    this.#hold()
    return this.#reader.all(sql, parameters)
  }

  /**
   * Holds what is read at one state until the present turn of the event loop ends, or something is written: SQLite takes
   * its locks once then, which costs more than most of our statements.
   */
  #hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    // The state may be a later one than was looked at.
    this.#isChecked = false
    if (!this.#isShared) this.#reader.hold()
    this.#endWithTurn()
  }

  #check(): void {
    const version = this.#reader.version()
    if (version !== this.#dataVersion) this.#generation += 1
    this.#dataVersion = version
    this.#isChecked = true
  }

  /** Has what holds for one turn of the event loop end with it. */
  #endWithTurn(): void {
    if (this.#isEnding) return
    this.#isEnding = true
    setImmediate(() => {
      this.#isEnding = false
      this.#release()
    })
  }

  #release(): void {
    this.#isHeld = false
    this.#isChecked = false
    if (!this.#isShared) this.#reader.release()
  }

  /** What is read next is read anew. SQLite counts the changes of other connections only. */
  #expectChange(): void {
    this.#release()
    if (this.#isShared) this.#generation += 1
  }

  #tell(sql: string, parameters: readonly unknown[]): void {
    for (const listener of this.#listeners) listener(sql, parameters)
  }
}

async function syncLogOf(file: string): Promise<void> {
  await sync(`${file}-wal`).catch((error) => {
    // It was emptied and removed, so all of it is in the database file.
    if (error.code !== 'ENOENT') throw error
  })
}

/** What tells parameters of one statement from others; numbers, of which most begin with some, hold no space. */
function keyOf(parameters: readonly unknown[]): unknown {
  if (parameters.length < 2) return parameters[0]
  const last = parameters.length - 1
  const isPlain = parameters.every(
    (value, at) => typeof value === 'number' || (at === last && typeof value === 'string'),
  )
  return isPlain ? parameters.join(' ') : JSON.stringify(parameters)
}

/** It may have been forgotten meanwhile, together with what it was read with. */
function remember(
  remembered: RememberedRows,
  { sql, key, rows }: { sql: string; key: unknown; rows: unknown[] },
): unknown[] {
  const bytes = RESULT_BYTES + bytesOf(key) + rows.reduce<number>(addBytes, 0)
  if (bytes > LARGEST_REMEMBERED) return rows
  const ofStatement = remembered.rows.get(sql) ?? new Map<unknown, unknown[]>()
  remembered.rows.set(sql, ofStatement)
  ofStatement.set(key, rows)
  remembered.bytes += bytes
  return rows
}

function addBytes(sum: number, row: unknown): number {
  let bytes = sum
  for (const name in row as object) bytes += bytesOf((row as Record<string, unknown>)[name])
  return bytes
}

/** What texts and blobs take; the rest is little. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  return value instanceof Uint8Array ? value.length : 0
}
