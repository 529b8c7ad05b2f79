import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type IsolationLevel,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { VersionedCache } from '@/lib/concurrency/versioned-cache'
import type { Connections } from './connections'

/** A Kysely dialect on the two connections of a database. */
export class ConnectionsDialect implements Dialect {
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  createAdapter = () => new ConnectionsAdapter(this.#connections)
  createDriver = (): Driver => new ConnectionsDriver(this.#connections)
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
  createQueryCompiler = () => new QueryCompiler()
}

/**
 * NOTE the plus does not change the value, but hides it from SQLite's planner. Otherwise SQLite prepares some
 * statements again whenever their values change, which costs more than running most of them.
 */
export class QueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/**
 * The connections behind a database, or behind a transaction on it.
 * @throws Error for a database not opened by `openDatabase`
 */
export function connectionsOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Connections {
  const { adapter } = db.getExecutor()
  if (adapter instanceof ConnectionsAdapter) return adapter.connections
  throw new Error('a database that was not opened by openDatabase')
}

/**
 * Marks a small transaction, for which SQLite creates no files. It does not change the isolation: SQLite has only one
 * level, but the level is the only setting that Kysely passes on.
 */
export const SMALL: IsolationLevel = 'read uncommitted'

/** A number that increases whenever the database changes, also through other processes. */
export const generationOf = (db: Pick<Kysely<unknown>, 'getExecutor'>): number =>
  connectionsOf(db).generation()

/** The cache of values computed from the database, with its generation as their version. */
export const cacheOf = (db: Pick<Kysely<unknown>, 'getExecutor'>): VersionedCache =>
  connectionsOf(db).cache

/** Whether the database is unchanged since `generation`. */
export const isStill = (db: Pick<Kysely<unknown>, 'getExecutor'>, generation: number): boolean =>
  connectionsOf(db).isStill(generation)

/** How raw statements that only read begin. None of our statements begins with `with` and writes. */
const READING = /^\s*(select|with)\b/i

/** Whether a statement only reads. */
export const isReading = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || READING.test(sql)

class ConnectionsAdapter extends SqliteAdapter {
  readonly connections: Connections

  constructor(connections: Connections) {
    super()
    this.connections = connections
  }

  // Kysely answers false because of pragmas. Our migrations have none, so each is applied completely or not at all.
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  // `Connections` serialises access itself.
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class ConnectionsDriver implements Driver {
  readonly #connections: Connections

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this.#connections)
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    await this.#connections.begin({ isSmall: isolationLevel === SMALL })
    own(connection).isInTransaction = true
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    own(connection).isInTransaction = false
    this.#connections.end('commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!own(connection).isInTransaction) return
    own(connection).isInTransaction = false
    this.#connections.end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#connections.close()
  }
}

function own(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new Error('a connection of another driver')
}

/** A connection as Kysely sees it. All of them share the same two connections, but at most one is in a transaction. */
class Connection implements DatabaseConnection {
  readonly #connections: Connections
  isInTransaction = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = compiled
    if (!this.isInTransaction && isReading(compiled))
      return { rows: (await this.#connections.read(sql, parameters)) as Row[] }
    const { rows, changes, lastInsertRowid } = this.isInTransaction
      ? this.#connections.write(sql, parameters)
      : await this.#connections.writeAlone(sql, parameters)
    return {
      rows: rows as Row[],
      numAffectedRows: BigInt(changes),
      ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows are read at once')
  }
}
