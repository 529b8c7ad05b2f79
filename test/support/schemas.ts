import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type Database from 'better-sqlite3'
import { Migrator } from 'kysely/migration'
import { type OpenDatabase, openDatabase } from '@/store/db/connections/open'
import { migrations } from '@/store/db/migrations'
import { ALLOWED_VALUES } from '@/store/db/migrations/0190-constraints'
import { listApplied } from '@/store/db/schema/migrate'

/** A database of the first release, with accounts, workouts, comments, equipment, reports and an app. */
const FIRST_RELEASE = join(import.meta.dir, '../db/releases/0.1.0.db.gz')

const names = Object.keys(migrations)

/** A database file with the schema after a migration and without rows. */
export async function schemaAt(migration: string): Promise<Buffer> {
  const database = openDatabase(':memory:')
  try {
    await migrateTo(database, migration)
    return database.sqlite.serialize()
  } finally {
    await database.db.destroy()
  }
}

async function migrateTo({ db, sqlite }: OpenDatabase, migration: string): Promise<void> {
  // Allows migrations to edit `sqlite_schema`.
  sqlite.unsafeMode()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(migration)
  if (error) throw error
}

/**
 * A database file for the schema after each migration, with rows in every table, as on a server that was upgraded
 * through all of them: the rows of the first release, plus rows in each table that a later migration creates. Earlier
 * schemas have rows in each table, too.
 */
export async function realisticSchemas(): Promise<Map<string, Buffer>> {
  const schemas = new Map<string, Buffer>()
  const first = openDatabase(':memory:')
  const released = openDatabase(gunzipSync(readFileSync(FIRST_RELEASE)))
  const has = new Set(listApplied(released.sqlite))
  for (const name of names) {
    const database = has.has(name) ? first : released
    await migrateTo(database, name)
    fillEmptyTables(database.sqlite)
    schemas.set(name, database.sqlite.serialize())
  }
  await Promise.all([first.db.destroy(), released.db.destroy()])
  return schemas
}

/**
 * The number of rows by table, without reference tables, which each start fills, and the tables of SQLite and the
 * migrations.
 */
export function rowsByTable(sqlite: Database.Database): Record<string, number> {
  const count = (name: string) =>
    sqlite.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0
  const tables = tablesOf(sqlite).filter((name) => !REFERENCE_TABLES.includes(name))
  return Object.fromEntries(tables.map((name) => [name, count(name)]))
}

const REFERENCE_TABLES = ['sports', 'equipment_types']

const tablesOf = (sqlite: Database.Database): string[] =>
  sqlite
    .prepare<[], string>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%' and name not like 'kysely%' order by name",
    )
    .pluck()
    .all()

const isEmpty = (sqlite: Database.Database, table: string) =>
  sqlite.prepare(`select 1 from "${table}"`).get() === undefined

const ROWS = 3

/** Inserts rows that refer to other tables into each empty table. @throws Error for a table that accepts none. */
export function fillEmptyTables(sqlite: Database.Database): void {
  let left = tablesOf(sqlite).filter((name) => isEmpty(sqlite, name))
  while (left.length > 0) {
    const errors = new Map(left.map((table) => [table, fill(sqlite, table)]))
    const failed = left.filter((table) => errors.get(table) !== undefined)
    if (failed.length === left.length)
      throw new Error(failed.map((table) => `${table}: ${errors.get(table)}`).join('\n'))
    left = failed
  }
}

/** Returns why no row can be inserted. */
function fill(sqlite: Database.Database, table: string): string | undefined {
  try {
    for (let row = 0; row < ROWS; row++) insertRow(sqlite, table, row)
    return undefined
  } catch (error) {
    return isEmpty(sqlite, table) ? String(error) : undefined
  }
}

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
}

function insertRow(sqlite: Database.Database, table: string, row: number): void {
  const columns = sqlite
    .prepare<[string], Column>('select * from pragma_table_xinfo(?) where hidden = 0')
    .all(table)
  const parents = sqlite
    .prepare<[string], { from: string; table: string; to: string | null }>(
      'select "from", "table", "to" from pragma_foreign_key_list(?)',
    )
    .all(table)
  const keys = columns.filter(({ pk }) => pk > 0)
  const isAssigned = ({ pk, type }: Column) => pk > 0 && keys.length === 1 && type === 'INTEGER'
  const chosen = columns.filter(
    (column) => parents.some(({ from }) => from === column.name) || !isAssigned(column),
  )
  const values = chosen.map((column) => {
    const parent = parents.find(({ from }) => from === column.name) ?? laterParent(column.name)
    if (`${table}.${column.name}` === KIND_REFERENCE) return null
    if (parent) return parentValue(sqlite, parent, row) ?? null
    return allowedValue(sqlite, table, column) ?? valueFor(table, column, row)
  })
  const list = chosen.map(({ name }) => `"${name}"`).join(', ')
  sqlite
    .prepare(`insert into "${table}" (${list}) values (${chosen.map(() => '?').join(', ')})`)
    .run(...values)
}

/** Only rows of the kind `push` may have this reference, and the rows here are of another kind. */
const KIND_REFERENCE = 'webhooks.session_id'

/** The table that a column refers to, if its foreign key is added in a later migration. */
const laterParent = (column: string) => {
  const table = { user_id: 'users', sport_id: 'sports', workout_id: 'workouts' }[column]
  return table === undefined ? undefined : { table, to: 'id' }
}

const parentValue = (
  sqlite: Database.Database,
  { table, to }: { table: string; to: string | null },
  row: number,
): unknown =>
  sqlite
    .prepare(`select "${to ?? 'id'}" from "${table}" limit 1 offset ${row % 2}`)
    .pluck()
    .get()

/** The first value that a CHECK constraint in the statement of a table allows; undefined without such a constraint. */
function allowedValue(
  sqlite: Database.Database,
  table: string,
  { name, notnull }: Column,
): unknown {
  if (!notnull) return undefined
  const statement = sqlite
    .prepare<[string], string>("select sql from sqlite_schema where type = 'table' and name = ?")
    .pluck()
    .get(table)
  const value = new RegExp(`\\b${name} in \\((?:'([^']*)'|(\\d+))`).exec(statement ?? '')
  return value?.[1] ?? (value?.[2] === undefined ? undefined : Number(value[2]))
}

const CHECKED = {
  role: () => 'user',
  visibility: () => 'private',
  boolean: (row: number) => row % 2,
  json: () => '{}',
}

function valueFor(table: string, { name, type, notnull }: Column, row: number): unknown {
  const checked = ALLOWED_VALUES.find((each) => each.table === table && each.column === name)
  if (checked) return CHECKED[checked.kind](row)
  if (!notnull) return null
  if (name === 'failures' || name === 'events' || name === 'waypoints') return '[]'
  if (name === 'body' && type === 'TEXT') return '{}'
  if (name === 'outline') return '[[7.9,48]]'
  if (name === 'line' && type === 'TEXT') return '[[7.9,48,null]]'
  if (name === 'radius') return 100 + row
  if (type === 'TEXT') return `${table} ${name} ${row}`
  return type === 'BLOB' ? Buffer.from([row]) : row + 1
}
