import { beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type OpenDatabase, openDatabase } from '@/store/db/connections/open'
import { ALLOWED_VALUES } from '@/store/db/migrations/0190-constraints'
import { checkDatabase, type Finding } from '@/store/db/schema/check'
import { checkOriginals } from '@/use-cases/workouts/check/check-originals'
import { checkRecordings } from '@/use-cases/workouts/check/check-recordings'
import { makeCheckedDatabase } from '../support/checked-world'
import { newFolder } from '../support/folder'
import { PREPARED_DATABASE } from '../support/prepared-database'

/** Columns whose values cannot be recomputed from others. */
const PLAIN_COLUMNS = new Set(
  readFileSync(join(import.meta.dir, 'plain-columns.txt'), 'utf8')
    .trim()
    .split('\n'),
)

/** The columns of the newest schema by table, except those of SQLite and the migrations. */
async function columnsByTable(): Promise<Map<string, string[]>> {
  const { sqlite, db } = openDatabase(PREPARED_DATABASE)
  const columns = sqlite
    .prepare<[], { table: string; column: string }>(
      `select tables.name as "table", columns.name as "column" from pragma_table_list as tables
       join pragma_table_xinfo(tables.name) as columns
       where tables.schema = 'main' and tables.type in ('table', 'virtual')
         and tables.name not like 'sqlite_%' and tables.name not like 'kysely_%'
       order by 1, 2`,
    )
    .all()
  await db.destroy()
  const groups = Map.groupBy(columns, ({ table }) => table)
  return new Map([...groups].map(([table, rows]) => [table, rows.map(({ column }) => column)]))
}

const columns = await columnsByTable()
const names = [...columns].flatMap(([table, all]) => all.map((column) => `${table}.${column}`))
const derived = [...columns]
  .map(([table, all]) => ({
    table,
    names: all.filter((column) => !PLAIN_COLUMNS.has(`${table}.${column}`)),
  }))
  .filter((each) => each.names.length > 0)

const folder = newFolder()
let world: Awaited<ReturnType<typeof makeCheckedDatabase>>
beforeAll(async () => {
  world = await makeCheckedDatabase(folder)
}, 30_000)

/** Checks the same as `db check --files`. */
const check = (database: OpenDatabase): Promise<Finding[]> =>
  checkDatabase(database, async (db) => [
    ...(await checkRecordings(db)),
    ...(await checkOriginals({ db, files: world.files })),
  ])

const faultsOf = async (database: OpenDatabase) =>
  (await check(database)).filter(({ problem }) => problem !== undefined)

/**
 * Repairs errors and returns those that are left. Rows of a user that does not exist are deleted first, and stored again
 * once they are missing.
 */
async function repairAll(database: OpenDatabase, faults: readonly Finding[]): Promise<Finding[]> {
  for (const { repair } of faults) await repair?.()
  const left = await faultsOf(database)
  for (const { repair } of left) await repair?.()
  return left.some(({ repair }) => repair) ? faultsOf(database) : left
}

const INVALID = { role: 'god', visibility: 'nobody', boolean: 2, json: '{' }

/** Lower bounds of an R*Tree or of the points of a workout, which cannot move up. */
const LOWER_SIDES = /^(south|west|first_user|shortest|least_.)$/
const MOVES_DOWN = /^workouts\.max_(lat|lon)$/

/** A value that is certainly wrong for the column. */
function wrongValue(table: string, column: string, value: unknown): unknown {
  const allowed = ALLOWED_VALUES.find((each) => each.table === table && each.column === column)
  if (allowed && `${table}.${column}` !== 'user_tasks.results') return INVALID[allowed.kind]
  if (column === 'results') return '{"new":99}'
  if (value instanceof Uint8Array) return Buffer.from(value).fill(9, value.length >> 1)
  if (typeof value === 'string') return `x${value}`
  const isDown = LOWER_SIDES.test(column) || MOVES_DOWN.test(`${table}.${column}`)
  return Number(value) + (isDown ? -1000 : 1000)
}

/** Changes one value of a column, ignoring constraints. */
function spoil({ sqlite }: OpenDatabase, table: string, column: string): void {
  const row = sqlite
    .prepare<[], Record<string, unknown>>(
      `select * from ${table} order by ${column} is null, ${column} limit 1`,
    )
    .get()
  if (!row) throw new Error(`${table} has no rows`)
  const key = sqlite
    .prepare<[], string>(`select name from pragma_table_info('${table}') where pk > 0`)
    .pluck()
    .all()
  const identifying = key.length > 0 ? key : ['id']
  const type = sqlite
    .prepare<[string], string>(`select type from pragma_table_info('${table}') where name = ?`)
    .pluck()
    .get(column)
  const empty = type === 'BLOB' ? Buffer.from('') : type === 'TEXT' ? '' : 0
  sqlite.pragma('foreign_keys = off')
  sqlite.pragma('ignore_check_constraints = on')
  sqlite
    .prepare(
      `update ${table} set ${column} = ?
       where ${identifying.map((name) => `${name} = ?`).join(' and ')}`,
    )
    .run(
      wrongValue(table, column, row[column] ?? empty),
      identifying.map((name) => row[name]),
    )
  sqlite.pragma('ignore_check_constraints = off')
  sqlite.pragma('foreign_keys = on')
}

test('every column is plain or recomputed', async () => {
  const database = openDatabase(world.content)
  const recomputed = new Set((await check(database)).flatMap((each) => each.columns ?? []))
  await database.db.destroy()
  expect(names.filter((name) => !recomputed.has(name))).toEqual([...PLAIN_COLUMNS])
  expect([...recomputed].filter((name) => !names.includes(name))).toEqual([])
})

test('a valid database has no wrong values', async () => {
  const database = openDatabase(world.content)
  expect(await faultsOf(database)).toEqual([])
  await database.db.destroy()
})

test.each(derived)(
  'each wrong column of $table is reported and repaired',
  async ({ table, names: all }) => {
    for (const column of all) {
      const name = `${table}.${column}`
      const database = openDatabase(world.content)
      spoil(database, table, column)
      // Reads in one turn of the event loop see the same state.
      await setImmediate()
      const faults = await faultsOf(database)
      const reporting = faults.filter((problem) => problem.columns?.includes(name))
      const lines = reporting.flatMap(({ details = [] }) => details)
      expect(lines.filter((line) => line.startsWith(`${name} (`))).not.toEqual([])
      const left = (await repairAll(database, faults)).filter(
        ({ what }) => what !== 'hashes of originals',
      )
      expect([name, left]).toEqual([name, []])
      await database.db.destroy()
    }
  },
)

test('dangling references are reported and repaired', async () => {
  const database = openDatabase(world.content)
  database.sqlite.pragma('foreign_keys = off')
  database.sqlite.exec('update efforts set sport_id = 99 where workout_id = 1')
  database.sqlite.pragma('foreign_keys = on')
  await setImmediate()
  const faults = await faultsOf(database)
  expect(faults.map(({ what }) => what)).toContain('references')
  expect(await repairAll(database, faults)).toEqual([])
  await database.db.destroy()
})

test('missing rows are reported and stored again', async () => {
  const database = openDatabase(world.content)
  for (const table of [
    'records',
    'efforts',
    'workout_intensity',
    'workout_loads',
    'route_boxes',
    'segment_piece_boxes',
    'segment_efforts',
    'workout_sums',
  ])
    database.sqlite.exec(`delete from ${table}`)
  await setImmediate()
  const faults = await faultsOf(database)
  expect(await repairAll(database, faults)).toEqual([])
  expect(faults.map(({ what }) => what)).toEqual([
    'records',
    'efforts',
    'intensity',
    'loads',
    'lines and their boxes',
    'efforts on segments',
    'lines and boxes of routes',
    'starts and boxes of segments, and which are hidden',
    'sums of workouts',
    'sums of loads',
  ])
  await database.db.destroy()
})

test('lists the first wrong values of a kind and counts the others', async () => {
  const database = openDatabase(world.content)
  database.sqlite.exec('update efforts set value = value + 1')
  await setImmediate()
  const [problem] = await faultsOf(database)
  expect(problem?.details).toHaveLength(6)
  expect(problem?.details?.[0]).toMatch(
    /^efforts\.value \(workout_id 1, kind \w+, target [\d.]+\): stored [\d.]+, recomputed [\d.]+$/,
  )
  expect(problem?.details?.at(-1)).toMatch(/^and \d+ more row\(s\)$/)
  await database.db.destroy()
})
