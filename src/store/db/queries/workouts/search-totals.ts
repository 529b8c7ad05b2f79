import { type SqlBool, sql } from 'kysely'
import type { Sums } from '@/domain/statistics/sums'
import { type Placeholders, prepared, preparedByShape } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import { scaled } from './period-sums'
import {
  conditionsOf,
  inOrder,
  type Shape,
  splitFilter,
  type Values,
  type WorkoutFilter,
  type WorkoutOrder,
} from './workout-search'
import { asSums } from './workout-totals'

/** Sums and best values over the workouts of one sport. */
export interface SportFigures {
  sportId: number
  sums: Sums
  /** km/h. */
  maxSpeed: number | null
  /** Seconds per kilometre. */
  bestPace: number | null
}

type Limited = Values & { limit: number }

const figures = preparedByShape(
  (shape: Shape & WorkoutOrder) => (db, slots: Placeholders<Limited>) =>
    db
      .with('found', (with_) =>
        with_
          .selectFrom('workouts')
          .select(['sport_id', 'distance', 'moving', 'ascent', 'descent', 'calories'])
          .select(['ave_speed', 'max_speed', 'ave_pace', 'best_pace'])
          .where((eb) => conditionsOf(eb, shape, slots))
          .orderBy(inOrder(shape))
          .limit(slots.limit),
      )
      .selectFrom('found')
      .select(({ fn }) => [
        'sport_id',
        fn.countAll<number>().as('workouts'),
        scaled('distance', 1000).as('distance'),
        fn.sum<number>('moving').as('moving'),
        scaled('ascent', 1000).as('ascent'),
        fn.count<number>('ascent').as('ascents'),
        scaled('descent', 1000).as('descent'),
        fn.count<number>('descent').as('descents'),
        scaled('ave_speed', 100).as('speed'),
        fn.count<number>('ave_speed').as('speeds'),
        fn.coalesce(fn.sum<number>('ave_pace'), sql.lit(0)).as('pace'),
        fn.count<number>('ave_pace').as('paces'),
        fn.coalesce(fn.sum<number>('calories'), sql.lit(0)).as('calories'),
        fn.count<number>('calories').as('with_calories'),
        fn.max('max_speed').as('maxSpeed'),
        fn.min('best_pace').as('bestPace'),
      ])
      .groupBy('sport_id')
      .orderBy('sport_id'),
)

/** Figures by sport of the first workouts, in an order, that match a filter. */
export async function sumMatchingWorkouts(
  db: Db,
  filter: WorkoutFilter,
  { order, limit }: { order: WorkoutOrder; limit: number },
): Promise<SportFigures[]> {
  const { shape, values } = splitFilter(filter)
  const rows = await figures({ ...shape, ...order }).all(db, { ...values, limit })
  return rows.map(({ sport_id, maxSpeed, bestPace, ...row }) => ({
    sportId: sport_id,
    sums: asSums(row),
    maxSpeed,
    bestPace,
  }))
}

/** A literal, because SQLite does not match a parameter with the condition of the partial indexes. */
const ZERO = sql.lit(0)

interface BestsQuery {
  userId: number
  sportId: number
  /** Date (milliseconds) and id of the oldest workout to include. */
  since: number
  firstId: number
}

const bests = prepared((db, query: Placeholders<BestsQuery>) =>
  db.selectNoFrom(({ selectFrom }) => {
    const workouts = selectFrom('workouts')
      .where('user_id', '=', query.userId)
      .where('sport_id', '=', query.sportId)
      // The pluses prevent SQLite from choosing an index by date.
      .where(sql<SqlBool>`(+workout_date, +id) >= (${query.since}, ${query.firstId})`)
      .limit(1)
    return [
      workouts
        .select('max_speed')
        .where('max_speed', '>', ZERO)
        .orderBy('max_speed', 'desc')
        .as('maxSpeed'),
      workouts
        .select('best_pace')
        .where('best_pace', '>', ZERO)
        .orderBy('best_pace')
        .as('bestPace'),
    ]
  }),
)

const ALL_TIME = { workout_date: Number.MIN_SAFE_INTEGER, id: 0 }

/**
 * The best speed and pace of a user in a sport, including suspended workouts, from the workout `oldest` on. Indexes
 * return the best first; older workouts are skipped.
 */
export async function findBests(
  db: Db,
  { oldest = ALL_TIME, ...scope }: FindBestsOptions,
): Promise<Pick<SportFigures, 'maxSpeed' | 'bestPace'>> {
  const found = await bests.first(db, { ...scope, since: oldest.workout_date, firstId: oldest.id })
  return { maxSpeed: found?.maxSpeed ?? null, bestPace: found?.bestPace ?? null }
}

interface FindBestsOptions {
  userId: number
  sportId: number
  oldest?: { workout_date: number; id: number } | undefined
}
