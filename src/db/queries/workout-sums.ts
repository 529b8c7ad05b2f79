import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SumPeriod } from '@/db/columns'
import type { Db } from '@/db/open'
import { prepared, remembered, type Slots } from '@/db/prepared'
import { anyIn } from '@/db/sql'
import type { PeriodSums } from '@/stats/group'
import { LENGTH_UNIT, type Sums } from '@/stats/sums'
import { keptSums, scaled } from './period-sums'

const kept = keptSums({
  table: 'workout_sums',
  periods: ['all', 'year', 'month', 'weekm', 'week', 'day'],
  parts: {
    workouts: sql`count(*)`,
    suspended: sql`count(workouts.suspended_at)`,
    // What followers may see at most.
    shared: sql`sum(workouts.suspended_at is null
      and workouts.workout_visibility in ('public', 'followers_only'))`,
    distance: scaled('distance', 1000),
    moving: scaled('moving', 1),
    ascent: scaled('ascent', 1000),
    ascents: sql`count(workouts.ascent)`,
    descent: scaled('descent', 1000),
    descents: sql`count(workouts.descent)`,
    speed: scaled('ave_speed', 100),
    speeds: sql`count(workouts.ave_speed)`,
    pace: scaled('ave_pace', 1),
    paces: sql`count(workouts.ave_pace)`,
    calories: scaled('calories', 1),
    with_calories: sql`count(workouts.calories)`,
  },
})

/** Adds a workout as it is stored to the sums of its user. */
export const addToSums = kept.add

/** Takes a workout as it is stored out of the sums; to be called before it is changed or deleted. */
export const takeFromSums = kept.take

/** Makes the sums of a user anew: those of periods depend on the user's time zone. */
export const rebuildSums = kept.rebuild

/** Ids of the users whose sums are not what their workouts come to. */
export const listUsersWithWrongSums = kept.listUsersWithWrong

/** Sums over all workouts of a user. */
export interface WorkoutTotals {
  /** Ids of the sports used, in ascending order. */
  sports: number[]
  /** Kilometres. */
  distance: number
  /** Metres. */
  ascent: number
  /** Seconds. */
  moving: number
}

const totals = remembered((db, wanted: Slots<{ userIds: string }>) =>
  db
    .selectFrom('workout_sums')
    .select(['user_id', 'sport_id', 'distance', 'moving', 'ascent'])
    .where('user_id', 'in', anyIn<number>(wanted.userIds))
    .where('period', '=', 'all')
    .where('number', '=', 0)
    .orderBy('user_id')
    .orderBy('sport_id'),
)

/** Sums over all workouts of each of these users. */
export async function loadWorkoutTotals(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, WorkoutTotals>> {
  const found = new Map(
    userIds.map((id): [number, WorkoutTotals] => [
      id,
      { sports: [], distance: 0, ascent: 0, moving: 0 },
    ]),
  )
  for (const row of await totals.all(db, { userIds: JSON.stringify(userIds) })) {
    const sums = found.get(row.user_id)
    if (!sums) continue
    sums.sports.push(row.sport_id)
    sums.distance += row.distance / LENGTH_UNIT
    sums.ascent += row.ascent / LENGTH_UNIT
    sums.moving += row.moving
  }
  return found
}

/** The workouts of a user, of one sport if that is given. */
export interface SumScope {
  userId: number
  sportId: number | undefined
}

const counts = remembered((db, scope: Slots<SumScope>) =>
  db
    .selectFrom('workout_sums')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('workouts'), sql.lit(0)).as('workouts'),
      fn.coalesce(fn.sum<number>('suspended'), sql.lit(0)).as('suspended'),
    ])
    .where('user_id', '=', scope.userId)
    .where('period', '=', 'all')
    .where('number', '=', 0)
    .where(ofSport(scope.sportId)),
)

/** How many workouts there are, and how many of them are suspended. */
export async function countWorkouts(db: Db, scope: SumScope) {
  const found = await counts.first(db, scope)
  return found ?? { workouts: 0, suspended: 0 }
}

/** Which numbered periods are asked for. */
export interface SumQuery extends SumScope {
  period: SumPeriod
  first: number
  last: number
}

const periods = prepared((db, query: Slots<SumQuery>) =>
  db
    .selectFrom('workout_sums')
    .select(['number', 'sport_id', 'workouts', 'distance', 'moving', 'ascent', 'ascents'])
    .select(['descent', 'descents', 'speed', 'speeds', 'pace', 'paces'])
    .select(['calories', 'with_calories'])
    .where('user_id', '=', query.userId)
    .where('period', '=', query.period)
    .where('number', '>=', query.first)
    .where('number', '<=', query.last)
    .where(ofSport(query.sportId))
    .orderBy('number')
    .orderBy('sport_id'),
)

/** Sums by period and sport, in the order of time. */
export async function listPeriodSums(db: Db, query: SumQuery): Promise<PeriodSums[]> {
  const rows = await periods.all(db, query)
  return rows.map((row) => ({ number: row.number, sportId: row.sport_id, sums: asSums(row) }))
}

/** Sums as they are selected. */
interface SumRow {
  workouts: number
  distance: number
  moving: number
  ascent: number
  ascents: number
  descent: number
  descents: number
  speed: number
  speeds: number
  pace: number
  paces: number
  calories: number
  with_calories: number
}

export const asSums = (row: SumRow): Sums => ({
  workouts: row.workouts,
  distance: row.distance,
  moving: row.moving,
  ascent: { sum: row.ascent, count: row.ascents },
  descent: { sum: row.descent, count: row.descents },
  speed: { sum: row.speed, count: row.speeds },
  pace: { sum: row.pace, count: row.paces },
  calories: { sum: row.calories, count: row.with_calories },
})

function ofSport(sportId: RawBuilder<number | undefined>) {
  return sql<SqlBool>`(${sportId} is null or sport_id = ${sportId})`
}
