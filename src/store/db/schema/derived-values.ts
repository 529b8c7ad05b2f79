import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { RECORD_RULES, RECORD_TYPES, type RecordType } from '@/domain/records/record-types'
import { sportKey } from '@/domain/reference/sport-named'
import type { Db } from '@/store/db/connections/open'
import {
  ALLOWED_VALUES,
  conditionOf,
  replaceForbiddenValues,
} from '@/store/db/migrations/0190-constraints'
import { deleteSportName, type SportNameRow } from '@/store/db/queries/catalogue/sport-names'
import { RECORD_COLUMNS } from '@/store/db/queries/records/records'
import {
  type DerivedValues,
  isSameValue,
  keyOf,
  MAX_EXAMPLES,
  WrongRowCounter,
  type WrongValue,
} from './wrong-values'

const countOf = async (db: Db, rows: RawBuilder<unknown>): Promise<number> => {
  const found = await sql<{ count: number }>`
    select count(*) as count from (${rows})`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Prefix of a column name for its recomputed value, or for the column as a part of the key. */
const RECOMPUTED = 'recomputed_'
const KEY = 'key_'

interface Comparison {
  /** A table or virtual table. */
  table: string
  /** Columns that identify a row. */
  key: readonly string[]
  /** Columns that are compared, with their recomputed values as SQL. */
  columns: Readonly<Record<string, RawBuilder<unknown>>>
  /** The `from` clause: the table itself by its name, joined to whatever the recomputed values need. */
  from: RawBuilder<unknown>
  /** Whether rows may be missing or superfluous: then all their columns, stored or recomputed, are null. */
  canMissRows?: boolean
  /** Condition for a wrong row; by default, that any column differs. */
  where?: RawBuilder<unknown>
}

/** Selects wrong rows: their key, and each column with its stored and recomputed value. */
function selectWrong({ table, key, columns, from, where }: Comparison): RawBuilder<unknown> {
  const stored = (column: string) => sql.ref(`${table}.${column}`)
  const pairs = Object.entries(columns)
  const differs = pairs.map(([column, value]) => sql`${stored(column)} is not ${value}`)
  return sql`select ${sql.join([
    ...key.map((column) => sql`${stored(column)} as ${sql.ref(`${KEY}${column}`)}`),
    ...pairs.flatMap(([column, value]) => [
      sql`${stored(column)} as ${sql.ref(column)}`,
      sql`${value} as ${sql.ref(`${RECOMPUTED}${column}`)}`,
    ]),
  ])} from ${from} where ${where ?? sql`(${sql.join(differs, sql` or `)})`}`
}

/** Creates a check from one query, with the statements that correct the rows it finds. */
export function byQuery(
  what: string,
  comparison: Comparison,
  repairs: readonly RawBuilder<unknown>[],
): DerivedValues {
  const { table, key, canMissRows = false } = comparison
  const valuesIn = (row: Record<string, unknown>): WrongValue[] => {
    const keyValues = Object.fromEntries(key.map((column) => [column, row[`${KEY}${column}`]]))
    const at = { table, row: keyOf(keyValues, key) }
    const pairs = compared.map((column) => {
      return { ...at, column, stored: row[column], recomputed: row[`${RECOMPUTED}${column}`] }
    })
    const isExtra = pairs.every(({ recomputed }) => recomputed === null)
    if (canMissRows && (isExtra || pairs.every(({ stored }) => stored === null)))
      return key.map((column) => {
        const [stored, recomputed] = isExtra ? [keyValues[column]] : [undefined, keyValues[column]]
        return { ...at, column, stored, recomputed }
      })
    return pairs.filter(({ stored, recomputed }) => !isSameValue(stored, recomputed))
  }
  const compared = Object.keys(comparison.columns)
  const wrong = selectWrong(comparison)
  return {
    what,
    columns: [...(canMissRows ? key : []), ...compared].map((column) => `${table}.${column}`),
    find: async (db) => {
      const count = await countOf(db, wrong)
      if (count === 0) return { count, examples: [] }
      const { rows } = await sql<Record<string, unknown>>`
        ${wrong} limit ${MAX_EXAMPLES}`.execute(db)
      const found = new WrongRowCounter()
      for (const row of rows) found.add(valuesIn(row))
      return { count, examples: found.examples }
    },
    repair: async (tx) => {
      for (const statement of repairs) await statement.execute(tx)
    },
  }
}

/** A table whose rows a query can compute, by its key and its other columns. */
interface ExpectedRows {
  table: string
  key: readonly string[]
  columns: readonly string[]
  expected: RawBuilder<unknown>
}

/** Creates a check that a table has exactly the rows that a query selects. */
export function byExpectedRows(
  what: string,
  { table, key, columns, expected }: ExpectedRows,
): DerivedValues {
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const values = columns.map((name) => [name, sql.ref(`expected_${name}`)] as const)
  const [keyColumns, all] = [list(key), list([...key, ...columns])]
  return byQuery(
    what,
    {
      ...{ table, key, columns: Object.fromEntries(values), canMissRows: true },
      from: sql`(
        select ${keyColumns}, ${sql.join(
          columns.flatMap((name) => [
            sql.ref(`stored.${name}`),
            sql`${sql.ref(`expected.${name}`)} as ${sql.ref(`expected_${name}`)}`,
          ]),
        )}
        from (${expected}) as expected
          full join ${sql.table(table)} as stored using (${keyColumns})) as ${sql.table(table)}`,
    },
    [
      sql`delete from ${sql.table(table)} where (${keyColumns}) not in (
        select ${keyColumns} from (${expected}))`,
      sql`insert into ${sql.table(table)} (${all}) select ${all} from (${expected}) where true
        on conflict (${keyColumns}) do update set ${sql.join(
          columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
        )}`,
    ],
  )
}

/**
 * Totals are rounded to metres after each change, so they may differ from the sums of the workouts by up to half a
 * metre for each workout ever added or removed.
 */
const TOTALS: Comparison = {
  table: 'equipments',
  key: ['id'],
  columns: {
    total_distance: sql`round(coalesce(sums.distance, 0), 3)`,
    total_duration: sql`coalesce(sums.duration, 0)`,
    total_moving: sql`coalesce(sums.moving, 0)`,
    total_workouts: sql`coalesce(sums.workouts, 0)`,
  },
  from: sql`equipments left join (
      select equipment_id, sum(distance) as distance, sum(duration) as duration,
        sum(moving) as moving, count(*) as workouts
      from workout_equipments join workouts on workouts.id = workout_id group by equipment_id
    ) as sums on sums.equipment_id = equipments.id`,
  where: sql`(abs(total_distance - coalesce(sums.distance, 0)) > 0.001 * (2 + total_workouts)
    or total_duration is not coalesce(sums.duration, 0)
    or total_moving is not coalesce(sums.moving, 0)
    or total_workouts is not coalesce(sums.workouts, 0))`,
}

const totalsOfEquipment = byQuery('totals of equipment', TOTALS, [
  sql`update equipments set (total_distance, total_duration, total_moving, total_workouts) = (
      select round(coalesce(sum(distance), 0), 3), coalesce(sum(duration), 0),
        coalesce(sum(moving), 0), count(*)
      from workout_equipments join workouts on workouts.id = workout_id
      where equipment_id = equipments.id)
    where id in (select key_id from (${selectWrong(TOTALS)}))`,
])

/** The expected record of this type for each user and sport. The holder is found at the start of an index. */
function expectedRecords(type: RecordType) {
  const { metric, best, scale } = RECORD_RULES[type]
  const column = sql.ref(RECORD_COLUMNS[metric])
  const direction = best === 'largest' ? sql`desc` : sql`asc`
  return sql`select used.user_id, used.sport_id, ${sql.lit(type)} as record_type,
      holder.id as workout_id, holder.workout_date,
      cast(round(holder.${column} * ${sql.lit(scale)}) as integer) as value
    from (select distinct user_id, sport_id from workouts) as used
      join workouts as holder on holder.id = (
        select id from workouts
        where user_id = used.user_id and sport_id = used.sport_id and ${column} > 0
          and is_excluded = 0
        order by ${column} ${direction}, workout_date, id limit 1)`
}

const EXPECTED_RECORDS = sql.join(RECORD_TYPES.map(expectedRecords), sql` union all `)
const records = byExpectedRows('records', {
  table: 'records',
  key: ['user_id', 'sport_id', 'record_type'],
  columns: ['workout_id', 'workout_date', 'value'],
  expected: EXPECTED_RECORDS,
})

const COUNTS: Comparison = {
  table: 'routes',
  key: ['id'],
  columns: {
    workout_count: sql`(select count(*) from route_workouts where route_id = routes.id)`,
  },
  from: sql`routes`,
  where: sql`(workout_count = 0
    or workout_count is not (select count(*) from route_workouts where route_id = routes.id))`,
}

const countsOfRoutes = byQuery('counts of routes', COUNTS, [
  sql`update routes set workout_count =
      (select count(*) from route_workouts where route_id = routes.id)
    where id in (select key_id from (${selectWrong(COUNTS)}))`,
  sql`delete from routes where workout_count = 0`,
])

/** Columns that a table duplicates from the workout of each row. */
function repeated(
  what: string,
  { table, key, names }: { table: string; key: readonly string[]; names: readonly string[] },
): DerivedValues {
  const columns = sql.join(names.map((column) => sql.ref(column)))
  const comparison: Comparison = {
    ...{ table, key },
    columns: Object.fromEntries(names.map((column) => [column, sql.ref(`workouts.${column}`)])),
    from: sql`${sql.table(table)} join workouts on workouts.id = workout_id`,
  }
  return byQuery(what, comparison, [
    sql`update ${sql.table(table)} set (${columns}) =
        (select ${columns} from workouts where id = workout_id)
      where workout_id in (select key_workout_id from (${selectWrong(comparison)}))`,
  ])
}

const OWNERS_OF_LINES: Comparison = {
  table: 'segment_pieces',
  key: ['id'],
  columns: { user_id: sql`workouts.user_id` },
  from: sql`segment_pieces join segments on segments.id = segment_id
    join workouts on workouts.id = segments.workout_id`,
}

const ownersOfLines = byQuery('owners of lines', OWNERS_OF_LINES, [
  sql`update segment_pieces set user_id = (
      select workouts.user_id from segments join workouts on workouts.id = segments.workout_id
      where segments.id = segment_id)
    where id in (select key_id from (${selectWrong(OWNERS_OF_LINES)}))`,
])

/** The number of files of an import by result, as text that does not depend on the order of keys. */
const COUNTED = sql`(
  select json_group_object(result, files) from (
    select result, count(*) as files from import_entries
    where task_id = user_tasks.id group by result))`
const sorted = (json: RawBuilder<unknown>) => sql`(
  select json_group_object(key, value) from (
    select key, value from json_each(${json}) where value <> 0 order by key))`

const RESULTS: Comparison = {
  table: 'user_tasks',
  key: ['id'],
  columns: { results: sql`${COUNTED}` },
  from: sql`user_tasks`,
  // The check of allowed values reports invalid JSON.
  where: sql`json_valid(+results) and ${sorted(sql`results`)} <> ${sorted(COUNTED)}`,
}

const resultsOfImports = byQuery('results of imports', RESULTS, [
  sql`update user_tasks set results = ${COUNTED}
    where id in (select key_id from (${selectWrong(RESULTS)}))`,
])

const PHOTOS = sql`(select count(*) from photos where photos.workout_id = workouts.id)`

const countsOfPhotos = byQuery(
  'numbers of photos',
  { table: 'workouts', key: ['id'], columns: { photo_count: PHOTOS }, from: sql`workouts` },
  [sql`update workouts set photo_count = ${PHOTOS} where photo_count <> ${PHOTOS}`],
)

/** Sport names to compare before yielding to other work. */
const NAMES_AT_ONCE = 500

/** Calls `work` for each sport name whose key differs from the one used to look it up. */
async function forEachWrongName(db: Db, work: (row: SportNameRow) => Promise<void>): Promise<void> {
  for (let after: Pick<SportNameRow, 'user_id' | 'key'> = { user_id: 0, key: '' }; ; ) {
    const { rows } = await sql<SportNameRow>`select * from sport_names
      where (user_id, key) > (${after.user_id}, ${after.key})
      order by user_id, key limit ${NAMES_AT_ONCE}`.execute(db)
    for (const row of rows) if (row.key !== sportKey(row.name)) await work(row)
    const last = rows.at(-1)
    if (!last) return
    after = last
    await setImmediate()
  }
}

const keysOfSportNames: DerivedValues = {
  what: 'keys of sport names',
  columns: ['sport_names.key'],
  find: async (db) => {
    const found = new WrongRowCounter()
    await forEachWrongName(db, async ({ key, user_id, name }) =>
      found.add([
        {
          ...{ table: 'sport_names', column: 'key', row: `user_id ${user_id}, name ${name}` },
          ...{ stored: key, recomputed: sportKey(name) },
        },
      ]),
    )
    return found
  },
  repair: async (tx) => {
    await forEachWrongName(tx, async (row) => {
      await deleteSportName(tx, row.user_id, row.key)
      // A name saved under the correct key in the meantime is newer.
      const { user_id, name, sport_id } = row
      await sql`insert or ignore into sport_names (user_id, key, name, sport_id)
        values (${user_id}, ${sportKey(name)}, ${name}, ${sport_id})`.execute(tx)
    })
  },
}

/** The primary-key columns of a table. */
async function readPrimaryKey(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db)
  return rows.map(({ name }) => name)
}

const values: DerivedValues = {
  what: 'roles, visibilities, booleans and JSON',
  columns: ALLOWED_VALUES.map(({ table, column }) => `${table}.${column}`),
  find: async (db) => {
    const found = new WrongRowCounter()
    for (const allowed of ALLOWED_VALUES) {
      const { table, column, replacement } = allowed
      // A plus sign hides the column from the planner, which would otherwise trust the constraint.
      const condition = conditionOf({ ...allowed, column: `+${column}` })
      const wrong = sql`from ${sql.table(table)} where not ${sql.raw(condition)}`
      const count = await countOf(db, sql`select 1 ${wrong}`)
      if (count > 0) {
        const key = await readPrimaryKey(db, table)
        const { rows } = await sql<Record<string, unknown>>`
          select * ${wrong} limit ${MAX_EXAMPLES}`.execute(db)
        for (const row of rows)
          found.add([
            {
              ...{ table, column, row: keyOf(row, key) },
              ...{ stored: row[column], recomputed: replacement },
            },
          ])
        found.count += count - rows.length
      }
      await setImmediate()
    }
    return found
  },
  repair: async (tx) => {
    for (const allowed of ALLOWED_VALUES) await replaceForbiddenValues(tx, allowed)
  },
}

/**
 * Derived values that queries recompute, which takes seconds. Those that are recomputed from the points of recordings are
 * listed in `use-cases/workouts/check/recorded-values.ts`. Order matters for repairs: boxes follow from owners of lines, results
 * of imports are JSON.
 */
export const DERIVED_VALUES: readonly DerivedValues[] = [
  values,
  totalsOfEquipment,
  records,
  repeated('owners, sports and dates of efforts', {
    table: 'efforts',
    key: ['workout_id', 'kind', 'target'],
    names: ['user_id', 'sport_id', 'workout_date'],
  }),
  repeated('sports and dates of routes', {
    table: 'route_workouts',
    key: ['workout_id'],
    names: ['sport_id', 'workout_date'],
  }),
  countsOfRoutes,
  repeated('owners of duplicates', {
    table: 'workout_duplicates',
    key: ['workout_id', 'twin_id'],
    names: ['user_id'],
  }),
  ownersOfLines,
  resultsOfImports,
  keysOfSportNames,
  countsOfPhotos,
]
