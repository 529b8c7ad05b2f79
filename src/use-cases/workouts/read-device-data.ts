import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/context'
import { SEGMENTS_CREATION_EVENTS } from '@/db/columns'
import { listDeviceUnread, listSegmentSizes } from '@/db/queries/device-data'
import { findWorkoutById, type WorkoutRow } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import type { MeasuredTrack } from '@/workers/track-job'
import { loadOwnerAndSport, remeasure } from './measure-recording'
import { addDeviceData, areAlike } from './write-workout'

/** So many workouts are looked through at a time. */
const BATCH = 20

/**
 * Reads laps and further columns of the newest workouts that were stored without them from their recordings, but for those
 * in `failed`, where workouts go whose recordings cannot be read. Says whether there were any.
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
      ctx.log.warn({ err, workout: id }, 'laps and sensors of a workout were not read')
      failed.add(id)
    })
    await setImmediate()
  }
  return due.length > 0
}

async function readDeviceData(ctx: AppContext, workoutId: number): Promise<void> {
  const workout = await findWorkoutById(ctx.db, workoutId)
  if (!workout) return
  const track = await readAsStored(ctx, workout)
  await transact(ctx, (tx) => addDeviceData(tx, workoutId, track))
}

/** The recording in the segments in which it is stored; these may be of a time when its owner wanted them otherwise. */
async function readAsStored(ctx: AppContext, workout: WorkoutRow): Promise<MeasuredTrack> {
  const { user, sport } = await loadOwnerAndSport(ctx, workout)
  const stored = await listSegmentSizes(ctx.db, workout.id)
  const read = (event: (typeof SEGMENTS_CREATION_EVENTS)[number]) =>
    remeasure(ctx, {
      ...{ workout, sport, user: { ...user, segments_creation_event: event } },
      ...{ elevations: { use: 'file' } as const, urgency: { canWait: true } },
    })
  const wanted = await read(user.segments_creation_event)
  if (areAlike(stored, wanted.segments)) return wanted
  for (const event of SEGMENTS_CREATION_EVENTS) {
    if (event === user.segments_creation_event) continue
    const track = await read(event)
    if (areAlike(stored, track.segments)) return track
  }
  return wanted
}
