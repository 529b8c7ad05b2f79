import { sql } from 'kysely'
import type { Effort } from '@/domain/analysis/efforts'
import { type Placeholders, preparedByShape } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import { ALL_TIME, blockOf, DIRECTIONS, type Direction, findBlocks } from './best-efforts'
import type { WorkoutRow } from './workouts'

/** Lower places are not shown. */
export const LAST_PLACE = 3

/**
 * An effort, and the number of efforts ahead of it: better ones, and equal ones that are earlier. `LAST_PLACE` means
 * that or more.
 */
export interface PlacedEffort extends Effort {
  ahead: number
  /** Counts only efforts up to the time of this one. */
  ahead_then: number
}

const KINDS = { asc: sql`kind = 'distance'`, desc: sql`kind <> 'distance'` }

/** Reads only the better efforts, by value, and stops at `LAST_PLACE`. */
const placed = preparedByShape(
  ({ direction }: { direction: Direction }) =>
    (db, slot: Placeholders<{ workoutId: number; blocks: string }>) => {
      const { better } = DIRECTIONS[direction]
      const ofTarget = sql`other.user_id = mine.user_id and other.sport_id = mine.sport_id
        and other.kind = mine.kind and other.target = mine.target`
      const isEarlier = sql`
        (other.workout_date, other.workout_id) < (mine.workout_date, mine.workout_id)`
      const enough = sql`limit ${sql.lit(LAST_PLACE)}`
      return {
        compile: () =>
          sql<PlacedEffort>`
          with mine as materialized (
            select *,
              (select count(*) from (select 1 from efforts as other
                where ${ofTarget} and other.value ${better} mine.value ${enough})) as better,
              (select count(*) from (select 1 from efforts as other
                where ${ofTarget} and other.value = mine.value and ${isEarlier} ${enough})) as as_good
            from efforts as mine
            where workout_id = ${slot.workoutId} and ${KINDS[direction]}
          )
          select kind, target, value, start, elapsed,
            min(better + as_good, ${sql.lit(LAST_PLACE)}) as ahead,
            case when better + as_good = 0 then 0 else (
              select count(*) from (
                select 1 from json_each(${slot.blocks}) as block cross join efforts as other
                where ${ofTarget} and ${blockOf('other.workout_date')} = block.value
                  and other.value ${better}= mine.value and ${isEarlier} ${enough})
            ) end as ahead_then
          from mine order by kind, target`.compile(db),
      }
    },
)

type Placeable = Pick<WorkoutRow, 'id' | 'user_id' | 'sport_id' | 'workout_date'>

/** The efforts of a workout, ranked among those of its owner in its sport, ordered by kind and target. */
export async function listPlacedEfforts(
  db: Db,
  { id, user_id, sport_id, workout_date }: Placeable,
): Promise<PlacedEffort[]> {
  const until = { userId: user_id, sportId: sport_id, ...ALL_TIME, before: workout_date + 1 }
  const values = { workoutId: id, blocks: await findBlocks(db, until, 'desc') }
  return [
    ...(await placed({ direction: 'asc' }).all(db, values)),
    ...(await placed({ direction: 'desc' }).all(db, values)),
  ]
}
