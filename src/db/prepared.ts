import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { connectionsOf } from './dialect'
import type { Db } from './open'
import type { Tables } from './tables.gen'
import { requireOpen } from './transact'

/** Stand in a query for the values that are given when it is run. */
export type Slots<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

interface Compilable<Row> {
  compile: () => CompiledQuery<Row>
}

/** A query of fixed shape. */
export interface Prepared<Values, Row> {
  all: (db: Db, values: Values) => Promise<Row[]>
  first: (db: Db, values: Values) => Promise<Row | undefined>
}

/**
 * A query that is built and compiled once, and prepared once per connection. `build` gets a slot for each value:
 *
 *     const byId = prepared((db, user: Slots<{ id: number }>) =>
 *       db.selectFrom('users').select('username').where('id', '=', user.id),
 *     )
 *     await byId.first(db, { id: 7 })
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Tables>, slots: Slots<Values>) => Compilable<Row>,
): Prepared<Values, Row> {
  const once: { compiled?: Template } = {}
  const all = async (db: Db, values: Values): Promise<Row[]> => {
    once.compiled ??= template(build(builder(), slots<Values>()).compile())
    const { text, isReading, fill } = once.compiled
    const connections = connectionsOf(db)
    const parameters = fill(values)
    const write = () => connections.write(text, parameters).rows
    if (db.isTransaction) {
      requireOpen(db)
      return write() as Row[]
    }
    const rows = isReading
      ? connections.read(text, parameters)
      : connections.exclusively(async () => write())
    return (await rows) as Row[]
  }
  return { all, first: async (db, values) => (await all(db, values))[0] }
}

/**
 * A query without values whose rows are remembered until anything in the database changes. The rows are shared:
 * nobody may change them. In a transaction it is run as any other.
 */
export function remembered<Row>(
  build: (db: Kysely<Tables>) => Compilable<Row>,
): (db: Db) => Promise<readonly Row[]> {
  const query = prepared<object, Row>(build)
  const once: { text?: string } = {}
  return async (db) => {
    if (db.isTransaction) return query.all(db, {})
    once.text ??= build(builder()).compile().sql
    return (await connectionsOf(db).readRemembered(once.text)) as Row[]
  }
}

interface Template {
  text: string
  isReading: boolean
  fill: (values: object) => unknown[]
}

function template({ sql: text, parameters, query }: CompiledQuery): Template {
  return {
    text,
    isReading: query.kind === 'SelectQueryNode',
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
  new Proxy({} as Slots<Values>, { get: (_, name) => sql.val(new Slot(String(name))) })

/** Builds queries without a database. */
const builder = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
