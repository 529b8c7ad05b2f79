import { Lock } from '@/lib/concurrency/lock'
import { VersionedCache } from '@/lib/concurrency/versioned-cache'
import { type DiskFailedError, isFailedFsync } from '@/lib/system-errors'
import { type FailureListener, GroupCommit } from './group-commit'
import { retryWhileBusy } from './retry-while-busy'
import type { Outcome, StatementRunner } from './statements'

/** Maximum bytes of cached rows and responses together. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024
/** Approximate overhead of cached rows in bytes, in addition to their texts. */
const RESULT_BYTES = 1024

/**
 * Rows, returned synchronously unless the read has to wait for a transaction: most reads take less time than awaiting a
 * promise.
 */
export type Rows = unknown[] | Promise<unknown[]>

/** Pages in the write-ahead log that are due for a checkpoint; the same number as SQLite's default. */
const CHECKPOINT_PAGES = 1000

/** The row of `pragma wal_checkpoint`: pages in the log, and how many of them are in the database. */
interface CheckpointRow {
  log: number
  checkpointed: number
}

/** Called with every statement that runs. */
export type StatementListener = (sql: string, parameters: readonly unknown[]) => void

export interface ConnectionOptions {
  /** Undefined for a database in memory. */
  file: string | undefined
  writer: StatementRunner
  /** Defaults to the writer. */
  reader?: StatementRunner | undefined
  /** Milliseconds for which to retry while another process has locked the database. */
  busyTimeout: number
}

/**
 * The two connections of a database, one for writing and one for reading. Readers see the last commit and never wait
 * for an open transaction. A database in memory has a single connection, so its readers do wait.
 */
export class Connections {
  readonly #writer: StatementRunner
  readonly #reader: StatementRunner
  readonly #writing = new Lock()
  readonly #commits: GroupCommit | undefined
  readonly #listeners = new Set<StatementListener>()
  readonly #busyTimeout: number
  #dataVersion: unknown
  #store = 'temp_store = DEFAULT'
  #generation = 0
  /** Whether `#generation` has been checked in the current turn of the event loop. */
  #isChecked = false
  /** Whether a read transaction is open until the current turn of the event loop ends. */
  #isHeld = false
  /** Whether the end of the read transaction is already scheduled for the end of this turn. */
  #isEnding = false
  #heldCheckpoints = 0

  /** Values computed from the database, with its generation as their version. */
  readonly cache = new VersionedCache(MAX_CACHED_BYTES)

  /** Path of the database; undefined for one in memory. */
  readonly file: string | undefined

  constructor({ file, writer, reader = writer, busyTimeout }: ConnectionOptions) {
    this.file = file
    this.#busyTimeout = busyTimeout
    this.#writer = writer
    this.#reader = reader
    if (file !== undefined) this.#commits = new GroupCommit(file)
  }

  get #isShared(): boolean {
    return this.#reader === this.#writer
  }

  /** Returns rows as of the last commit. */
  read(sql: string, parameters: readonly unknown[]): Rows {
    if (!this.#isShared || !this.#writing.isHeld) return this.#readNow(sql, parameters)
    return this.exclusively(async () => this.#readNow(sql, parameters))
  }

  /**
   * Like `read`, but caches rows until the database changes, even through another process. The rows are shared, so
   * callers must not change them.
   */
  readCached(sql: string, parameters: readonly unknown[]): Rows {
    const version = this.generation()
    const key = `${sql}\n${JSON.stringify(parameters)}`
    const cached = this.cache.get<unknown[]>(key)
    if (cached?.version === version) return cached.value
    const store = (rows: unknown[]) => {
      const bytes = rows.reduce<number>(addBytes, RESULT_BYTES + 2 * key.length)
      this.cache.set(key, rows, { version, bytes })
      return rows
    }
    const rows = this.read(sql, parameters)
    return Array.isArray(rows) ? store(rows) : rows.then(store)
  }

  /** Runs a statement that may write, inside the open transaction. */
  write(sql: string, parameters: readonly unknown[]): Outcome {
    this.#onStatement(sql, parameters)
    this.#expectChange()
    return this.#noticingFailure(() => this.#writer.run(sql, parameters))
  }

  /** Runs a statement that may write, outside of a transaction. Resolves when its changes are durable. */
  async writeAlone(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    const until = performance.now() + this.#busyTimeout
    const outcome = await this.exclusively(async () => {
      const written = await retryWhileBusy(() => this.write(sql, parameters), until)
      this.#checkpointIfDue()
      return written
    })
    await this.durable()
    return outcome
  }

  /** Runs `work` while holding the write lock. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#writing.hold(work)
  }

  /**
   * Begins a transaction and acquires the write lock; `end` must follow. The commit is durable only after `durable`. A
   * small transaction (`isSmall`) creates no temporary files.
   * @throws DiskFailedError after a failed fsync, until the next start.
   */
  async begin({ isSmall }: { isSmall: boolean }): Promise<void> {
    const until = performance.now() + this.#busyTimeout
    await this.#writing.acquire()
    try {
      this.#commits?.requireWorking()
      if (isSmall) this.#set('temp_store = MEMORY')
      // Takes SQLite's write lock at once. A transaction that begins by reading cannot upgrade its lock after another
      // process has written: SQLite returns SQLITE_BUSY.
      await retryWhileBusy(() => this.#writer.run('begin immediate', []), until)
    } catch (error) {
      this.#set('temp_store = DEFAULT')
      this.#writing.release()
      throw error
    }
  }

  /** Ends the transaction and releases the write lock, even on an error. */
  end(how: 'commit' | 'rollback'): void {
    this.#expectChange()
    try {
      // SQLite has already rolled back if the disk is full.
      if (how === 'commit' || this.#writer.isInTransaction)
        this.#noticingFailure(() => this.#writer.run(how, []))
      if (how === 'commit') this.#checkpointIfDue()
    } finally {
      if (this.#writer.isInTransaction) this.#writer.run('rollback', [])
      this.#set('temp_store = DEFAULT')
      this.#writing.release()
    }
  }

  /**
   * Resolves once all commits so far are on disk. Other reads and writes can run in the meantime.
   * @throws DiskFailedError when that is not certain.
   */
  async durable(): Promise<void> {
    await this.#commits?.wait()
  }

  /** The failure because of which nothing can be stored until the next start; undefined while writing works. */
  get failure(): DiskFailedError | undefined {
    return this.#commits?.failure
  }

  /** Registers a listener for the failure after which nothing can be stored. */
  onFailure(listener: FailureListener): void {
    this.#commits?.listen(listener)
  }

  /** Suspends checkpoints until the returned function is called; the write-ahead log grows. */
  holdCheckpoints(): () => void {
    this.#heldCheckpoints += 1
    return () => {
      this.#heldCheckpoints -= 1
    }
  }

  /**
   * Runs a checkpoint in any thread or process. A failed fsync in it ends writing.
   * @throws whatever `run` throws, or DiskFailedError
   */
  async checkpoint(run: () => Promise<void>): Promise<void> {
    this.#commits?.requireWorking()
    try {
      await run()
    } catch (error) {
      throw isFailedFsync(error) && this.#commits ? this.#commits.fail(error) : error
    }
  }

  /**
   * Returns a number that increases whenever the database changes, also through other processes. Reads in the same turn
   * of the event loop see exactly this state.
   */
  generation(): number {
    if (!this.#isChecked || !this.#isHeld) {
      this.#hold()
      this.#check()
    }
    return this.#generation
  }

  /**
   * Whether the database is unchanged since `generation`. Opens no read transaction, which saves two statements when
   * the caller reads nothing afterwards.
   */
  isStill(generation: number): boolean {
    if (!this.#isChecked) {
      this.#check()
      this.#endWithTurn()
    }
    return generation === this.#generation
  }

  /** Calls a listener for every statement from now on. Returns a function that removes it. */
  listen(listener: StatementListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Frees SQLite's page caches. */
  shrink(): void {
    for (const connection of new Set([this.#writer, this.#reader])) connection.shrink()
  }

  /**
   * Closes both connections. After a failed fsync they stay open until the process ends: closing the last connection
   * runs a checkpoint, whose fsync could succeed and let SQLite delete the log that is still needed.
   */
  async close(): Promise<void> {
    await this.#commits?.close()
    if (this.failure) return
    if (!this.#isShared) this.#reader.close()
    this.#writer.close()
  }

  /**
   * Sets where SQLite stores statement journals, which it writes to files as soon as a statement inserts several rows.
   * Those of small transactions are small and can stay in memory.
   */
  #set(store: 'temp_store = MEMORY' | 'temp_store = DEFAULT'): void {
    if (store !== this.#store) this.#writer.set(store)
    this.#store = store
  }

  /** Runs a statement; a failed fsync in it ends writing. */
  #noticingFailure<Result>(run: () => Result): Result {
    try {
      this.#commits?.requireWorking()
      return run()
    } catch (error) {
      throw isFailedFsync(error) && this.#commits ? this.#commits.fail(error) : error
    }
  }

  /**
   * Runs a checkpoint when the write-ahead log has grown. SQLite's automatic checkpoints ignore errors: after a failed
   * fsync the next one could succeed, and the log that still has the data would be overwritten.
   */
  #checkpointIfDue(): void {
    if (this.#commits === undefined || this.#heldCheckpoints > 0) return
    const { log, checkpointed } = this.#runCheckpoint('noop')
    if (log - checkpointed < CHECKPOINT_PAGES) return
    try {
      this.#noticingFailure(() => this.#runCheckpoint('passive'))
    } catch {
      // No other error loses data: the pages stay in the log, and the next checkpoint writes them.
    }
  }

  #runCheckpoint(mode: 'noop' | 'passive'): CheckpointRow {
    const [row] = this.#writer.run(`pragma wal_checkpoint(${mode})`, []).rows as CheckpointRow[]
    return row ?? { log: 0, checkpointed: 0 }
  }

  #readNow(sql: string, parameters: readonly unknown[]): unknown[] {
    this.#onStatement(sql, parameters)
    this.#hold()
    return this.#reader.all(sql, parameters)
  }

  /**
   * Opens a read transaction that lasts until the current turn of the event loop ends, or until a write: SQLite then
   * takes its locks only once, which costs more than most of our statements.
   */
  #hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    // The state read may be newer than the one that was checked.
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

  /** Schedules the end of the read transaction for the end of this turn of the event loop. */
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

  /**
   * Ends the read transaction, so that the next read sees the change. SQLite's `data_version` counts changes of other
   * connections only.
   */
  #expectChange(): void {
    this.#release()
    if (this.#isShared) this.#generation += 1
  }

  #onStatement(sql: string, parameters: readonly unknown[]): void {
    for (const listener of this.#listeners) listener(sql, parameters)
  }
}

function addBytes(sum: number, row: unknown): number {
  let bytes = sum
  for (const name in row as object) bytes += bytesOf((row as Record<string, unknown>)[name])
  return bytes
}

/** Bytes of texts and blobs; other values are small. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length
  return value instanceof Uint8Array ? value.length : 0
}
