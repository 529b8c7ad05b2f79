import { sql } from 'kysely'
import type { Evaluation } from '@/analysis/load'
import { MOST_ZONES, ZONE_KINDS, type ZoneKind } from '@/analysis/zones'
import { toSqlBool } from '@/db/columns'
import type { Db } from '@/db/open'
import { prepared, preparedInsert, preparedWrite, type Slots } from '@/db/prepared'
import { isStoredAs } from '@/db/same-row'
import type { LoadSumsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'
import type { Period } from '@/stats/periods'
import { keptSums } from './period-sums'

/** Loads and TRIMP are kept in hundredths, so that their sums are exact. */
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

/** The columns of zones of each kind, the easiest first. */
const columnsOf = (kind: ZoneKind): ZoneColumn[] =>
  Array.from({ length: MOST_ZONES }, (_, i) => `${kind}_${i + 1}` as ZoneColumn)

const ZONE_COLUMNS: Record<ZoneKind, readonly ZoneColumn[]> = {
  heart_rate: columnsOf('heart_rate'),
  power: columnsOf('power'),
  pace: columnsOf('pace'),
}
const ALL_ZONES = Object.values(ZONE_COLUMNS).flat()

/** Stores what thresholds make of a workout that has nothing of it yet. Says whether there is anything to tell. */
export function insertLoad(db: Tx, workoutId: number, evaluation: Evaluation): boolean {
  const row = rowOf(workoutId, evaluation)
  if (row) rows.run(db, row)
  return row !== undefined
}

/** Whether that is what a workout has. */
export async function isLoadStored(
  db: Db,
  workoutId: number,
  evaluation: Evaluation,
): Promise<boolean> {
  const stored = await ofWorkout.first(db, { workoutId })
  const row = rowOf(workoutId, evaluation)
  return stored && row ? isStoredAs(stored, row) : stored === row
}

const ofWorkout = prepared((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db.selectFrom('workout_loads').selectAll().where('workout_id', '=', workoutId),
)

/** Undefined when there is nothing to tell. */
function rowOf(workoutId: number, { load, trimp, zones }: Evaluation) {
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

/** Removes what thresholds made of a workout. */
export const deleteLoad = (db: Tx, workoutId: number) => deleting.run(db, { workoutId })

const deleting = preparedWrite((db, { workoutId }: Slots<{ workoutId: number }>) =>
  db.deleteFrom('workout_loads').where('workout_id', '=', workoutId),
)

const summed = (column: string) => sql`coalesce(sum(workout_loads.${sql.ref(column)}), 0)`

const kept = keptSums({
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

/** Adds the load of a workout as it is stored to the sums of its user. */
export const addToLoadSums = kept.add

/** Takes the load of a workout as it is stored out of the sums; to be called before either is changed or deleted. */
export const takeFromLoadSums = kept.take

/** Makes the sums of the loads of a user anew: they depend on the user's time zone. */
export const rebuildLoadSums = kept.rebuild

/** Ids of the users whose sums are not what the loads of their workouts come to. */
export const listUsersWithWrongLoadSums = kept.listUsersWithWrong

/** What the workouts of a period come to. */
export interface LoadSums {
  /** The number of the period. */
  number: number
  /** How many workouts something is told of. */
  workouts: number
  /** As an hour at the threshold is 100. */
  load: number
  /** How many workouts have a load. */
  loads: number
  /** How many of these are estimates. */
  estimates: number
  trimp: number
  /** Seconds in each zone, the easiest first. */
  zones: Record<ZoneKind, number[]>
}

/** Which numbered periods of a user are asked for. */
export interface LoadQuery {
  userId: number
  period: Period
  first: number
  last: number
}

/** What the workouts of each period come to, in all sports, in the order of time; periods without any are left out. */
export async function listLoadSums(db: Db, query: LoadQuery): Promise<LoadSums[]> {
  const found = await sums.all(db, query)
  return found.map((row) => ({
    number: row.number,
    workouts: row.workouts,
    load: row.load / LOAD_UNIT,
    loads: row.loads,
    estimates: row.estimates,
    trimp: row.trimp / LOAD_UNIT,
    zones: {
      heart_rate: ZONE_COLUMNS.heart_rate.map((column) => row[column]),
      power: ZONE_COLUMNS.power.map((column) => row[column]),
      pace: ZONE_COLUMNS.pace.map((column) => row[column]),
    },
  }))
}

const sums = prepared((db, query: Slots<LoadQuery>) =>
  db
    .selectFrom('load_sums')
    .select('number')
    .select(({ fn }) =>
      ([...ALL_ZONES, 'workouts', 'load', 'loads', 'estimates', 'trimp'] as const).map((column) =>
        fn.sum<number>(column).as(column),
      ),
    )
    .where('user_id', '=', query.userId)
    .where('period', '=', query.period)
    .where('number', '>=', query.first)
    .where('number', '<=', query.last)
    .groupBy('number')
    .orderBy('number'),
)

/** The load of each day with one (as it is numbered), in the order of time. */
export const listDailyLoads = async (db: Db, query: Omit<LoadQuery, 'period'>) =>
  (await days.all(db, query)).map(({ number, load }) => ({ number, load: load / LOAD_UNIT }))

const days = prepared((db, query: Slots<Omit<LoadQuery, 'period'>>) =>
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
