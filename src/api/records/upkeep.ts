import type { AppContext } from '@/context'
import { deleteRecords, upsertRecord } from '@/db/queries/records'
import { listRecordCandidates } from '@/db/queries/workouts'
import { bestWorkout } from '@/records/best-workout'
import { RECORD_RULES, RECORD_TYPES, toStoredRecord } from '@/records/record-types'

/**
 * Brings the records of a user and sport up to date with the workouts as they are; to be called in the transaction
 * of every change. A record that stays, or that another workout takes over, keeps its id.
 */
export async function rebuildRecords(
  ctx: Pick<AppContext, 'db'>,
  { userId, sportId }: { userId: number; sportId: number },
): Promise<void> {
  const workouts = (await listRecordCandidates(ctx.db, userId, sportId)).map((row) => ({
    id: row.id,
    date: row.workout_date,
    distance: row.distance,
    moving: row.moving,
    ascent: row.ascent,
    aveSpeed: row.ave_speed,
    maxSpeed: row.max_speed,
    avePace: row.ave_pace,
    bestPace: row.best_pace,
  }))
  const holders = RECORD_TYPES.map((type) => ({ type, best: bestWorkout(type, workouts) }))
  const vacant = holders.filter(({ best }) => best === undefined).map(({ type }) => type)
  if (vacant.length > 0) await deleteRecords(ctx.db, { userId, sportId, types: vacant })
  for (const { type, best } of holders) {
    if (!best) continue
    await upsertRecord(ctx.db, {
      user_id: userId,
      sport_id: sportId,
      record_type: type,
      workout_id: best.id,
      workout_date: best.date,
      value: toStoredRecord(type, best[RECORD_RULES[type].metric] ?? 0),
    })
  }
}
