import { setImmediate } from 'node:timers/promises'
import type { Analysed } from '@/analysis/analysed'
import type { AppContext } from '@/context'
import { listUnanalysed } from '@/db/queries/efforts'
import { listSegmentIds, listSegmentPoints } from '@/db/queries/segments'
import { type InTransaction, transact } from '@/db/transact'
import { analyseStored } from './analyse-stored'
import { replaceAnalysed } from './write-workout'

/** So many workouts are looked for at a time. */
const BATCH = 50
/** So many are stored in one transaction. */
export const ANALYSED_TOGETHER = 25

/** What was found in the points that a workout had. */
interface Found {
  workoutId: number
  segmentIds: readonly string[]
  analysed: Analysed
}

/**
 * Finds in the stored points of workouts what is kept beside them, and stores it in one transaction; their recordings are
 * not read. Answers why the points of some cannot be used, by the ids of the workouts.
 */
export async function analysePoints(
  ctx: AppContext,
  workoutIds: readonly number[],
): Promise<Map<number, unknown>> {
  const found: Found[] = []
  const failures = new Map<number, unknown>()
  for (const workoutId of workoutIds) {
    await analyseOne(ctx, workoutId).then(
      (one) => found.push(one),
      (error) => failures.set(workoutId, error),
    )
    // Requests go first.
    await setImmediate()
  }
  await transact(ctx, async (tx) => {
    for (const one of found) {
      await storeFound(tx, one)
      await setImmediate()
    }
  })
  return failures
}

async function analyseOne(ctx: AppContext, workoutId: number): Promise<Found> {
  const stored = await listSegmentPoints(ctx.db, workoutId)
  const segmentIds = stored.map(({ short_id }) => short_id)
  return { workoutId, segmentIds, analysed: analyseStored(stored) }
}

/** A workout that was measured again meanwhile has what is in its new points. */
async function storeFound(
  tx: InTransaction<AppContext>,
  { workoutId, segmentIds, analysed }: Found,
): Promise<void> {
  const present = await listSegmentIds(tx.db, workoutId)
  const isSame =
    present.length === segmentIds.length &&
    present.every(({ short_id }, i) => short_id === segmentIds[i])
  if (isSame) await replaceAnalysed(tx, workoutId, analysed)
}

/**
 * Analyses the newest workouts that have not been looked through, but for those in `failed`, where workouts
 * go whose points cannot be read. Says whether there were any.
 */
export async function analyseNext(
  ctx: AppContext,
  failed: Set<number>,
  isStopping: () => boolean,
): Promise<boolean> {
  const open = await listUnanalysed(ctx.db, BATCH + failed.size)
  const due = open.map(({ id }) => id).filter((id) => !failed.has(id))
  for (let start = 0; start < due.length && !isStopping(); start += ANALYSED_TOGETHER) {
    const failures = await analysePoints(ctx, due.slice(start, start + ANALYSED_TOGETHER))
    for (const [workout, err] of failures) {
      ctx.log.warn({ err, workout }, 'a workout was not analysed')
      failed.add(workout)
    }
  }
  return due.length > 0
}
