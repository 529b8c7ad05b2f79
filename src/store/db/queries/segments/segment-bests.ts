import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { VISIBILITIES, type Visibility } from '@/store/db/schema/columns'
import { anyIn } from '@/store/db/sql'

/** Returns the condition on `workouts` for those that an audience may see. */
export type AudienceCondition = (audience: Visibility) => RawBuilder<SqlBool>

/** Selects the id of the fastest effort of a user on a segment that an audience may see. */
const fastestEffort = (
  { segmentId, userId }: { segmentId: RawBuilder<unknown>; userId: RawBuilder<unknown> },
  audience: Visibility,
  condition: AudienceCondition,
) => sql`
  select segment_efforts.id
  from segment_efforts cross join workouts on workouts.id = segment_efforts.workout_id
  where segment_id = ${segmentId} and segment_efforts.user_id = ${userId}
    and workouts.is_excluded = 0 and (${sql.lit(audience)} = 'private' or is_hidden = 0)
    and ${condition(audience)}
  order by segment_efforts.duration, segment_efforts.id limit 1`

/** Selects the rows that `segment_bests` should contain. */
export const selectExpectedBests = (condition: AudienceCondition): RawBuilder<unknown> =>
  sql.join(
    VISIBILITIES.map(
      (audience) => sql`
        select used.segment_id, used.user_id, ${sql.lit(audience)} as audience,
          best.id as effort_id, best.duration
        from (select distinct segment_id, user_id from segment_efforts) as used
          join segment_efforts as best on best.id = (${fastestEffort(
            { segmentId: sql.ref('used.segment_id'), userId: sql.ref('used.user_id') },
            audience,
            condition,
          )})`,
    ),
    sql` union all `,
  )

/** Finds the fastest effort of a user on a segment for each audience again. */
export async function refreshBests(
  db: Tx,
  { segmentId, userId }: { segmentId: number; userId: number },
  condition: AudienceCondition,
): Promise<void> {
  await db
    .deleteFrom('segment_bests')
    .where('segment_id', '=', segmentId)
    .where('user_id', '=', userId)
    .execute()
  const key = { segmentId: sql.val(segmentId), userId: sql.val(userId) }
  for (const audience of VISIBILITIES)
    await sql`
      insert into segment_bests (segment_id, user_id, audience, effort_id, duration)
      select segment_id, user_id, ${audience}, id, duration from segment_efforts
      where id = (${fastestEffort(key, audience, condition)})`.execute(db)
}

/** The fastest elapsed times of a user in seconds, by segment. */
export async function loadOwnBests(
  db: Db,
  { segmentIds, userId }: { segmentIds: readonly number[]; userId: number },
): Promise<Map<number, number>> {
  const rows = await ownBests.all(db, { ids: JSON.stringify(segmentIds), userId })
  return new Map(rows.map(({ segment_id, duration }) => [segment_id, duration]))
}

const ownBests = prepared((db, slot: Placeholders<{ ids: string; userId: number }>) =>
  db
    .selectFrom('segment_bests')
    .select(['segment_id', 'duration'])
    .where('segment_id', 'in', anyIn<number>(slot.ids))
    .where('user_id', '=', slot.userId)
    .where('audience', '=', 'private'),
)

const improved = prepared((db, slot: Placeholders<{ workoutId: number; userId: number }>) =>
  db
    .selectFrom('segment_efforts as effort')
    .innerJoin('segment_bests', 'segment_bests.effort_id', 'effort.id')
    .select('effort.id')
    .where('effort.workout_id', '=', slot.workoutId)
    .where('segment_bests.audience', '=', 'private')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('segment_efforts as earlier')
          .select('earlier.id')
          .whereRef('earlier.segment_id', '=', 'effort.segment_id')
          .where('earlier.user_id', '=', slot.userId)
          .whereRef('earlier.started_at', '<', 'effort.started_at')
          .where('earlier.workout_id', '!=', slot.workoutId),
      ),
    )
    .limit(1),
)

/** Whether a workout has the fastest effort of its owner on a segment on which an earlier workout has one, too. */
export const hasImprovedBest = async (
  db: Db,
  query: { workoutId: number; userId: number },
): Promise<boolean> => (await improved.first(db, query)) !== undefined
