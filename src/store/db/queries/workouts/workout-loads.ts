import { sql } from 'kysely'
import type { LoadEvaluation } from '@/domain/analysis/load'
import { MAX_ZONES, ZONE_KINDS, type ZoneKind } from '@/domain/analysis/zones'
import type { Period } from '@/domain/statistics/periods'
import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { isStoredAs } from '@/store/db/is-stored'
import { toSqlBool } from '@/store/db/schema/columns'
import type { LoadSumsTable } from '@/store/db/schema/tables.gen'
import { storedSums } from './period-sums'

/** Loads and TRIMP are stored in hundredths, so that their totals are exact. */
const LOAD_UNIT = 100

type ZoneColumn = Exclude<
  keyof LoadSumsTable,
  | 'user_id'
  | 'period'
  | 'number'
  | 'sport_id'
  | 'workouts'
  | 'load'
  | 'loads'
  | 'estimates'
  | 'trimp'
>

/** The columns of the zones of each kind, easiest first. */
const columnsOf = (kind: ZoneKind): ZoneColumn[] =>
  Array.from({ length: MAX_ZONES }, (_, i) => `${kind}_${i + 1}` as ZoneColumn)

const ZONE_COLUMNS: Record<ZoneKind, readonly ZoneColumn[]> = {
  heart_rate: columnsOf('heart_rate'),
  power: columnsOf('power'),
  pace: columnsOf('pace'),
}
const ALL_ZONES = Object.values(ZONE_COLUMNS).flat()

/** The columns of a stored load. */
export const LOAD_COLUMNS = [
  ...['workout_id', 'load', 'load_source', 'is_estimated', 'trimp'],
  ...ALL_ZONES,
]

/** Stores the load and zones of a workout, which must not have any yet. Returns whether there was anything to store. */
export function insertLoad(db: Tx, workoutId: number, evaluation: LoadEvaluation): boolean {
  const row = loadRowOf(workoutId, evaluation)
  if (row) rows.run(db, row)
  return row !== undefined
}

/** Whether a workout has exactly this load stored. */
export async function isLoadStored(
  db: Db,
  workoutId: number,
  evaluation: LoadEvaluation,
): Promise<boolean> {
  const stored = await findStoredLoad(db, workoutId)
  const row = loadRowOf(workoutId, evaluation)
  return stored && row ? isStoredAs(stored, row) : stored === row
}

/** The stored row of a workout. */
export const findStoredLoad = (db: Db, workoutId: number) => ofWorkout.first(db, { workoutId })

const ofWorkout = prepared((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.selectFrom('workout_loads').selectAll().where('workout_id', '=', workoutId),
)

/** The row of a workout's load; undefined if there is nothing to store. */
export function loadRowOf(workoutId: number, { load, trimp, zones }: LoadEvaluation) {
  const seconds = ZONE_KINDS.flatMap((kind) =>
    (zones[kind]?.seconds ?? []).map((time, i) => [ZONE_COLUMNS[kind][i], time]),
  )
  if (!load && trimp === undefined && seconds.length === 0) return undefined
  return {
    ...Object.fromEntries(seconds),
    workout_id: workoutId,
    load: load ? Math.round(load.value * LOAD_UNIT) : null,
    load_source: load?.source ?? null,
    is_estimated: toSqlBool(load?.isEstimate ?? false),
    trimp: trimp === undefined ? null : Math.round(trimp * LOAD_UNIT),
  }
}

const rows = preparedInsert('workout_loads')

/** Deletes the load and zones of a workout. */
export const deleteLoad = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('workout_loads').where('workout_id', '=', workoutId),
)

const summed = (column: string) => sql`coalesce(sum(workout_loads.${sql.ref(column)}), 0)`

const stored = storedSums({
  what: 'sums of loads',
  table: 'load_sums',
  periods: ['year', 'month', 'weekm', 'week', 'day'],
  join: sql`join workout_loads on workout_loads.workout_id = workouts.id`,
  parts: {
    workouts: sql`count(*)`,
    ...Object.fromEntries(ALL_ZONES.map((column) => [column, summed(column)])),
    load: summed('load'),
    loads: sql`count(workout_loads.load)`,
    estimates: summed('is_estimated'),
    trimp: summed('trimp'),
  },
})

/** Adds the stored load of a workout to its user's totals. */
export const addToLoadSums = stored.add

/** Subtracts the stored load of a workout from the totals. Call it before either is changed or deleted. */
export const subtractFromLoadSums = stored.subtract

/** Recomputes a user's load totals, which depend on the time zone. */
export const rebuildLoadSums = stored.rebuild

/** Ids of the users whose stored totals do not match the loads of their workouts. */
export const listUsersWithWrongLoadSums = stored.listUsersWithWrong

/** Checks and repairs the totals. */
export const SUMS_OF_LOADS = stored.derived

/** Totals of the workouts of a period. */
export interface LoadSums {
  /** The number of the period. */
  number: number
  /** Number of workouts with a load or zones. */
  workouts: number
  /** An hour at the threshold is 100. */
  load: number
  /** How many workouts have a load. */
  loads: number
  /** How many of these are estimates. */
  estimates: number
  trimp: number
  /** Seconds in each zone, easiest first. */
  zones: Record<ZoneKind, number[]>
  /** The load of each sport that has one, ordered by sport. */
  sports: { sportId: number; load: number }[]
}

/** A range of numbered periods of a user. */
export interface LoadQuery {
  userId: number
  period: Period
  first: number
  last: number
}

/** Totals of each period over all sports, in chronological order; empty periods are skipped. */
export async function listLoadSums(db: Db, query: LoadQuery): Promise<LoadSums[]> {
  const found = Map.groupBy(await sums.all(db, query), ({ number }) => number)
  return [...found].map(([number, rows]) => {
    const total = (column: (typeof SUMMED)[number]) =>
      rows.reduce((sum, row) => sum + row[column], 0)
    return {
      number,
      ...{ workouts: total('workouts'), loads: total('loads'), estimates: total('estimates') },
      ...{ load: total('load') / LOAD_UNIT, trimp: total('trimp') / LOAD_UNIT },
      zones: {
        heart_rate: ZONE_COLUMNS.heart_rate.map(total),
        power: ZONE_COLUMNS.power.map(total),
        pace: ZONE_COLUMNS.pace.map(total),
      },
      sports: rows.flatMap(({ sport_id: sportId, load }) =>
        load > 0 ? [{ sportId, load: load / LOAD_UNIT }] : [],
      ),
    }
  })
}

const SUMMED = [...ALL_ZONES, 'workouts', 'load', 'loads', 'estimates', 'trimp'] as const

const sums = prepared((db, query: Placeholders<LoadQuery>) =>
  db
    .selectFrom('load_sums')
    .select(['number', 'sport_id'])
    .select(SUMMED)
    .where('user_id', '=', query.userId)
    .where('period', '=', query.period)
    .where('number', '>=', query.first)
    .where('number', '<=', query.last)
    .orderBy('number')
    .orderBy('sport_id'),
)

/** The load of each day that has one, by day number, in chronological order. */
export const listDailyLoads = async (db: Db, query: Omit<LoadQuery, 'period'>) =>
  (await days.all(db, query)).map(({ number, load }) => ({ number, load: load / LOAD_UNIT }))

const days = prepared((db, query: Placeholders<Omit<LoadQuery, 'period'>>) =>
  db
    .selectFrom('load_sums')
    .select('number')
    .select(({ fn }) => fn.sum<number>('load').as('load'))
    .where('user_id', '=', query.userId)
    .where('period', '=', 'day')
    .where('number', '>=', query.first)
    .where('number', '<=', query.last)
    .groupBy('number')
    .orderBy('number'),
)
