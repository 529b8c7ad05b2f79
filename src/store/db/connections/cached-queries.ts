import {
  type CompiledQuery,
  DummyDriver,
  type Insertable,
  Kysely,
  type RawBuilder,
  type Selectable,
  SqliteAdapter,
  SqliteIntrospector,
  sql,
} from 'kysely'
import type { Tables } from '@/store/db/schema/tables.gen'
import type { Connections, Rows } from './connections'
import { connectionsOf, isReading, QueryCompiler } from './dialect'
import type { Db } from './open'
import { requireOpen, type Tx } from './transact'

/** Placeholders in a query for values that are passed when it runs. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

interface Compilable<Row> {
  compile: () => CompiledQuery<Row>
}

/** A query of fixed shape. */
export interface Prepared<Values, Row> {
  all: (db: Db, values: Values) => Promise<Row[]>
  first: (db: Db, values: Values) => Promise<Row | undefined>
}

type Build<Values, Row> = (db: Kysely<Tables>, slots: Placeholders<Values>) => Compilable<Row>

/**
 * A query that is built and compiled once, and prepared once per connection. `build` gets a slot for each value:
 *
 *     const byId = prepared((db, user: Slots<{ id: number }>) =>
 *       db.selectFrom('users').select('username').where('id', '=', user.id),
 *     )
 *     await byId.first(db, { id: 7 })
 */
export const prepared = <Values extends object, Row>(
  build: Build<Values, Row>,
): Prepared<Values, Row> =>
  runner(build, (connections, { text, isReading: reads }, parameters) =>
    reads ? connections.read(text, parameters) : writtenRows(connections, text, parameters),
  )

const writtenRows = async (connections: Connections, text: string, parameters: unknown[]) =>
  (await connections.writeAlone(text, parameters)).rows

/** A statement of fixed shape that writes. */
export interface PreparedWrite<Values> {
  run: (tx: Tx, values: Values) => Promise<void>
}

/** Like `prepared`, for a statement that writes. */
export function preparedWrite<Values extends object>(
  build: Build<Values, unknown>,
): PreparedWrite<Values> {
  const statement = prepared(build)
  return { run: async (tx, values) => void (await statement.all(tx, values)) }
}

/** Inserts rows into a table. */
export interface PreparedInsert<Table extends keyof Tables> {
  /** Returns the row id. */
  run: (tx: Tx, values: Insertable<Tables[Table]>) => number
  /** Returns the inserted row. Virtual tables do not support this. */
  returning: (tx: Tx, values: Insertable<Tables[Table]>) => Selectable<Tables[Table]>
}

/** Prepares inserts of one row, which may set any subset of the columns. Each set of columns has its own statement. */
export function preparedInsert<Table extends keyof Tables>(table: Table): PreparedInsert<Table> {
  const [plain, returning] = [new Map<string, Template>(), new Map<string, Template>()]
  const write = (tx: Tx, values: object, known: Map<string, Template>) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    const names = given.map(([name]) => name)
    const key = names.join()
    const compiled = known.get(key) ?? insertInto(table, names, known === returning)
    known.set(key, compiled)
    requireOpen(tx)
    return connectionsOf(tx).write(compiled.text, compiled.fill(values))
  }
  return {
    run: (tx, values) => Number(write(tx, values, plain).lastInsertRowid),
    returning: (tx, values) => write(tx, values, returning).rows[0] as Selectable<Tables[Table]>,
  }
}

function insertInto(table: keyof Tables, names: readonly string[], isReturning: boolean): Template {
  const values = Object.fromEntries(names.map((name) => [name, sql.val(new Slot(name))]))
  const insert = builder().insertInto(table).values(values)
  return template((isReturning ? insert.returningAll() : insert).compile())
}

/**
 * Like `prepared`, but caches the rows until the database changes or the cache is full. Results of more than 1 MiB
 * are not cached. The rows are shared, so callers must not change them. Inside a transaction the query runs uncached.
 */
export const cachedQuery = <Values extends object, Row>(
  build: Build<Values, Row>,
): Prepared<Values, Readonly<Row>> =>
  runner(build, (connections, { text }, parameters) => connections.readCached(text, parameters))

/** Cached shapes of one query; filters can produce any number of them. */
const MAX_SHAPES = 100

type ByShape<Shape, Values, Row> = (shape: Shape) => Prepared<Values, Row>

/** Queries whose shape depends on the request. Each shape is built once, as by `prepared`. */
export const preparedByShape = <Shape extends object, Values extends object, Row>(
  build: (shape: Shape) => Build<Values, Row>,
): ByShape<Shape, Values, Row> => byShape((shape) => prepared(build(shape)))

/** Like `preparedByShape` with cached rows (see `cachedQuery`), for counts, which every page of a list needs again. */
export const cachedQueryByShape = <Shape extends object, Values extends object, Row>(
  build: (shape: Shape) => Build<Values, Row>,
): ByShape<Shape, Values, Readonly<Row>> => byShape((shape) => cachedQuery(build(shape)))

function byShape<Shape extends object, Values, Row>(
  make: (shape: Shape) => Prepared<Values, Row>,
): ByShape<Shape, Values, Row> {
  const known = new Map<string, Prepared<Values, Row>>()
  return (shape) => {
    const key = JSON.stringify(shape)
    const query = known.get(key) ?? make(shape)
    known.delete(key)
    known.set(key, query)
    if (known.size > MAX_SHAPES) forgetOldest(known)
    return query
  }
}

function forgetOldest(known: Map<string, unknown>): void {
  const [oldest] = known.keys()
  if (oldest !== undefined) known.delete(oldest)
}

function runner<Values extends object, Row>(
  build: Build<Values, Row>,
  run: (connections: Connections, template: Template, parameters: unknown[]) => Rows,
): Prepared<Values, Row> {
  const once: { compiled?: Template } = {}
  const rowsOf = (db: Db, values: Values): Rows => {
    once.compiled ??= template(build(builder(), slots<Values>()).compile())
    const connections = connectionsOf(db)
    const parameters = once.compiled.fill(values)
    if (db.isTransaction) {
      requireOpen(db)
      return connections.write(once.compiled.text, parameters).rows
    }
    return run(connections, once.compiled, parameters)
  }
  // Returns rows without a promise where possible: awaiting takes time, and a request runs several queries.
  return {
    all: async (db, values) => {
      const rows = rowsOf(db, values)
      return (Array.isArray(rows) ? rows : await rows) as Row[]
    },
    first: async (db, values) => {
      const rows = rowsOf(db, values)
      return (Array.isArray(rows) ? rows : await rows)[0] as Row | undefined
    },
  }
}

interface Template {
  text: string
  isReading: boolean
  fill: (values: object) => unknown[]
}

function template(compiled: CompiledQuery): Template {
  const { sql: text, parameters } = compiled
  return {
    text,
    isReading: isReading(compiled),
    fill: (values) =>
      parameters.map((parameter) =>
        parameter instanceof Slot ? values[parameter.name as keyof object] : parameter,
      ),
  }
}

class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const slots = <Values extends object>() =>
  new Proxy({} as Placeholders<Values>, { get: (_, name) => sql.val(new Slot(String(name))) })

/** Builds queries without a database. */
const builder = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new QueryCompiler(),
    },
  })
