import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/services/context'
import type { Recording } from '@/services/workers/recording'
import { transact } from '@/store/db/connections/transact'
import { listDeviceUnread, listSegmentSizes } from '@/store/db/queries/workouts/device-data'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { SEGMENTS_CREATION_EVENTS } from '@/store/db/schema/columns'
import { haveSameSizes } from '@/use-cases/workouts/write/new-segments'
import { addDeviceData } from '@/use-cases/workouts/write/write-workout'
import { loadOwnerAndSport, remeasure } from './remeasure'

/** Number of workouts per query. */
const BATCH = 20

/**
 * Reads laps and further columns of the newest workouts that were stored without them. Skips those in `failed`, and
 * adds workouts whose recordings cannot be read. Returns whether there were any.
 */
export async function readDeviceDataNext(
  ctx: AppContext,
  failed: Set<number>,
  isStopping: () => boolean,
): Promise<boolean> {
  const open = await listDeviceUnread(ctx.db, BATCH + failed.size)
  const due = open.filter(({ id }) => !failed.has(id))
  for (const { id } of due) {
    if (isStopping()) break
    await readDeviceData(ctx, id).catch((err) => {
      ctx.log.warn({ err, workout: id }, 'could not read the laps and sensors of a workout')
      failed.add(id)
    })
    await setImmediate()
  }
  return due.length > 0
}

async function readDeviceData(ctx: AppContext, workoutId: number): Promise<void> {
  const workout = await findWorkoutById(ctx.db, workoutId)
  if (!workout) return
  const recording = await readAsStored(ctx, workout)
  await transact(ctx, (tx) => addDeviceData(tx, workoutId, recording))
}

/** Reads a recording with the same segments as stored. The owner's preference for segments may have changed since. */
async function readAsStored(ctx: AppContext, workout: WorkoutRow): Promise<Recording> {
  const { user, sport } = await loadOwnerAndSport(ctx, workout)
  const stored = await listSegmentSizes(ctx.db, workout.id)
  const read = (event: (typeof SEGMENTS_CREATION_EVENTS)[number]) =>
    remeasure(ctx, {
      ...{ workout, sport, user: { ...user, segments_creation_event: event } },
      ...{ elevations: { use: 'file' } as const, priority: { canWait: true } },
    })
  const wanted = await read(user.segments_creation_event)
  if (haveSameSizes(stored, wanted.segments)) return wanted
  for (const event of SEGMENTS_CREATION_EVENTS) {
    if (event === user.segments_creation_event) continue
    const recording = await read(event)
    if (haveSameSizes(stored, recording.segments)) return recording
  }
  return wanted
}
