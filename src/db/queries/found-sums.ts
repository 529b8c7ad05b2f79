import { sql } from 'kysely'
import type { Db } from '@/db/open'
import { prepared, preparedByShape, type Slots } from '@/db/prepared'
import type { Sums } from '@/stats/sums'
import { scaled } from './period-sums'
import {
  conditionsOf,
  inOrder,
  type Shape,
  takeApart,
  type Values,
  type WorkoutFilter,
  type WorkoutOrder,
} from './workout-search'
import { asSums } from './workout-sums'

/** Sums and bests over the workouts of one sport. */
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
  (shape: Shape & WorkoutOrder) => (db, slots: Slots<Limited>) =>
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

/** Figures by sport of the first workouts in an order that fit a filter. */
export async function sumFoundWorkouts(
  db: Db,
  filter: WorkoutFilter,
  { order, limit }: { order: WorkoutOrder; limit: number },
): Promise<SportFigures[]> {
  const { shape, values } = takeApart(filter)
  const rows = await figures({ ...shape, ...order }).all(db, { ...values, limit })
  return rows.map(({ sport_id, maxSpeed, bestPace, ...row }) => ({
    sportId: sport_id,
    sums: asSums(row),
    maxSpeed,
    bestPace,
  }))
}

/** Written out, as in the indexes that hold nothing else: of a parameter SQLite would not know. */
const ZERO = sql.lit(0)

const bests = prepared((db, scope: Slots<{ userId: number; sportId: number }>) =>
  db.selectNoFrom(({ selectFrom }) => {
    const workouts = selectFrom('workouts')
      .where('user_id', '=', scope.userId)
      .where('sport_id', '=', scope.sportId)
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

/** The best speed and pace of a user in a sport, suspended workouts included; found in indexes. */
export async function findBests(db: Db, scope: { userId: number; sportId: number }) {
  const found = await bests.first(db, scope)
  return { maxSpeed: found?.maxSpeed ?? null, bestPace: found?.bestPace ?? null }
}
