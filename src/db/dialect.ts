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
import type { Connections } from './connections'

/** Kysely on the two connections of a database. */
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
 * NOTE the plus changes no value, but hides it from SQLite's planner: one that may look at values prepares a statement
 * anew whenever they change, which costs more than most statements.
 */
export class QueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** The connections behind a database or a transaction on it. */
export function connectionsOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Connections {
  const { adapter } = db.getExecutor()
  if (adapter instanceof ConnectionsAdapter) return adapter.connections
  throw new Error('a database that was not opened by openDatabase')
}

/**
 * Marks a small transaction, for which SQLite makes no files. It says nothing about isolation, of which SQLite knows one
 * level only; but levels are all that Kysely hands on.
 */
export const SMALL: IsolationLevel = 'read uncommitted'

/** A number that grows whenever something in the database has changed, be it by another process. */
export const generationOf = (db: Pick<Kysely<unknown>, 'getExecutor'>): number =>
  connectionsOf(db).generation()

/** Whether nothing in the database has changed since that number was given. */
export const isStill = (db: Pick<Kysely<unknown>, 'getExecutor'>, generation: number): boolean =>
  connectionsOf(db).isStill(generation)

/** The beginning of raw statements that read; none of ours begins with `with` and writes. */
const READING = /^\s*(select|with)\b/i

/** Whether a statement reads and nothing else. */
export const isReading = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || READING.test(sql)

class ConnectionsAdapter extends SqliteAdapter {
  readonly connections: Connections

  constructor(connections: Connections) {
    super()
    this.connections = connections
  }

  // Kysely thinks of pragmas, of which migrations have none: they are applied wholly or not at all.
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  // Who has to wait is decided by the connections.
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
    this.#connections.close()
  }
}

function own(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new Error('a connection of another driver')
}

/** A connection as Kysely sees it: all share the same two, but one of them may be in a transaction. */
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
