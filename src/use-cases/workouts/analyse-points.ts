import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/context'
import { listUnanalysed } from '@/db/queries/efforts'
import { listSegmentPoints } from '@/db/queries/segments'
import { transact } from '@/db/transact'
import { analyseStored } from './analyse-stored'
import { replaceAnalysed } from './write-workout'

/** So many workouts are looked through at a time. */
const BATCH = 50

/** Finds in the stored points of a workout what is kept beside them; its recording is not read. */
export async function analysePoints(ctx: AppContext, workoutId: number): Promise<void> {
  const stored = await listSegmentPoints(ctx.db, workoutId)
  const analysed = analyseStored(stored)
  await transact(ctx, (tx) => replaceAnalysed(tx, workoutId, analysed))
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
  const due = open.filter(({ id }) => !failed.has(id))
  for (const { id } of due) {
    if (isStopping()) break
    await analysePoints(ctx, id).catch((err) => {
      ctx.log.warn({ err, workout: id }, 'a workout was not analysed')
      failed.add(id)
    })
    await setImmediate()
  }
  return due.length > 0
}
