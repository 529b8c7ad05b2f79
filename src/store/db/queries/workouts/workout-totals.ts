import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PeriodCount } from '@/domain/statistics/find-ranked-day'
import type { PeriodSums } from '@/domain/statistics/group'
import { LENGTH_UNIT, type Sums } from '@/domain/statistics/sums'
import { cachedQuery, type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { SumPeriod } from '@/store/db/schema/columns'
import { anyIn } from '@/store/db/sql'
import { scaled, storedSums } from './period-sums'

const stored = storedSums({
  what: 'sums of workouts',
  table: 'workout_sums',
  periods: ['all', 'year', 'month', 'weekm', 'week', 'day'],
  parts: {
    workouts: sql`count(*)`,
    suspended: sql`count(workouts.suspended_at)`,
    // Number of workouts that followers may see.
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

/** Adds a stored workout to its user's totals. */
export const addToSums = stored.add

/** Subtracts a stored workout from the totals. Call it before the workout is changed or deleted. */
export const subtractFromSums = stored.subtract

/** Recomputes a user's totals, because periods depend on the time zone. */
export const rebuildSums = stored.rebuild

/** Ids of the users whose stored totals do not match their workouts. */
export const listUsersWithWrongSums = stored.listUsersWithWrong

/** Checks and repairs the totals. */
export const SUMS_OF_WORKOUTS = stored.derived

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

const totals = cachedQuery((db, wanted: Placeholders<{ userIds: string }>) =>
  db
    .selectFrom('workout_sums')
    .select(['user_id', 'sport_id', 'distance', 'moving', 'ascent'])
    .where('user_id', 'in', anyIn<number>(wanted.userIds))
    .where('period', '=', 'all')
    .where('number', '=', 0)
    .orderBy('user_id')
    .orderBy('sport_id'),
)

/** Totals over all workouts of each of these users. */
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

/** Selects the workouts of a user, optionally of one sport. */
export interface SumScope {
  userId: number
  sportId: number | undefined
}

const counts = cachedQuery((db, scope: Placeholders<SumScope>) =>
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

/** Number of workouts, and number of suspended ones among them. */
export async function countWorkouts(db: Db, scope: SumScope) {
  const found = await counts.first(db, scope)
  return found ?? { workouts: 0, suspended: 0 }
}

/**
 * The workouts of some users that `viewerId` may see: the viewer's own, and those that the others share with followers.
 */
export interface SeenScope {
  viewerId: number
  /** Ids of the owners as JSON. */
  owners: string
}

const seenCounts = cachedQuery(
  (db, query: Placeholders<SeenScope & Omit<SumQuery, keyof SumScope>>) => ({
    compile: () =>
      sql<PeriodCount>`
      select number, sum(iif(user_id = ${query.viewerId}, workouts, shared)) as count
      from json_each(${query.owners}) as owner cross join workout_sums
        on user_id = owner.value and period = ${query.period}
          and number >= ${query.first} and number <= ${query.last}
      group by number order by number desc`.compile(db),
  }),
)

/** Counts by period over several users, latest period first. */
export const listSeenCounts = (
  db: Db,
  scope: SeenScope,
  periods: Omit<SumQuery, keyof SumScope>,
): Promise<readonly PeriodCount[]> => seenCounts.all(db, { ...scope, ...periods })

/** A range of numbered periods. */
export interface SumQuery extends SumScope {
  period: SumPeriod
  first: number
  last: number
}

const periodCounts = prepared((db, query: Placeholders<SumQuery>) =>
  db
    .selectFrom('workout_sums')
    .select(({ fn }) => ['number', fn.sum<number>('workouts').as('count')])
    .where('user_id', '=', query.userId)
    .where('period', '=', query.period)
    .where('number', '>=', query.first)
    .where('number', '<=', query.last)
    .where(ofSport(query.sportId))
    .groupBy('number')
    .orderBy('number', 'desc'),
)

/** Counts of a user's workouts by period, latest period first. */
export const listPeriodCounts = (db: Db, query: SumQuery): Promise<readonly PeriodCount[]> =>
  periodCounts.all(db, query)

const periods = prepared((db, query: Placeholders<SumQuery>) =>
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

/** Totals by period and sport, in chronological order. */
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

/** Condition for one sport, or any if undefined. Written so that SQLite does not use an index for it. */
export function ofSport(sportId: RawBuilder<number | undefined>) {
  return sql<SqlBool>`(${sportId} is null or sport_id = ${sportId})`
}
