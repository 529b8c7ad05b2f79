import type { AppContext } from '@/context'
import type { ImportResult } from '@/db/columns'
import { findTwins } from '@/db/queries/workout-duplicates'
import type { WorkoutRow } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { addOriginal } from '@/use-cases/workouts/add-original'
import { addWorkout } from '@/use-cases/workouts/write-workout'
import { keepOriginals, newWorkout, type ReadRecording } from './store-recording'

type Tx = InTransaction<AppContext>

/** What became of a recording that was read, and the workout it is now, or repeats. */
export interface Stored {
  result: Extract<ImportResult, 'new' | 'already there' | 'replaced'>
  reason: string
  workout: Pick<WorkoutRow, 'short_id'>
  /** Only of a new one. */
  row?: WorkoutRow
}

/** Stores one recording that was read, its file included, like `storeJudged`. */
export async function storeOne(ctx: AppContext, recording: ReadRecording): Promise<Stored> {
  const [original = ''] = await keepOriginals(ctx, [recording])
  return transact(ctx, (tx) => storeJudged(tx, { ...recording, original })).catch(async (error) => {
    await ctx.files.remove(original)
    throw error
  })
}

/**
 * Stores a recording whose file is in its place, unless it repeats a workout and what is imported says to do something
 * else with those. A file that is of no use is removed after the commit.
 */
export async function storeJudged(
  tx: Tx,
  recording: ReadRecording & { original: string },
): Promise<Stored> {
  const { given, original } = recording
  const addition = newWorkout(tx, recording)
  const policy = given.data.duplicates ?? 'allow'
  if (policy === 'allow') return isNew(await addWorkout(tx, addition))
  const likeness = { ...NOWHERE, ...addition.columns, original_hash: recording.measured.track.hash }
  const [twin] = await findTwins(tx.db, 0, likeness)
  if (twin === undefined) return isNew(await addWorkout(tx, addition))
  if (policy === 'flag')
    return isNew(await addWorkout(tx, addition), `possibly the same as ${twin.short_id}`)
  if (policy === 'skip') return leave(tx, original, twin)
  const { track } = recording.measured
  const outcome = await addOriginal(tx, twin.id, { track, original })
  if (outcome === 'known') return leave(tx, original, twin)
  return outcome === 'richer'
    ? { result: 'replaced', reason: 'its recording is richer', workout: twin }
    : { result: 'already there', reason: 'kept beside it', workout: twin }
}

const isNew = (row: WorkoutRow, reason = ''): Stored => ({
  result: 'new',
  reason,
  workout: row,
  row,
})

const NOWHERE = { min_lat: null, min_lon: null, max_lat: null, max_lon: null }

function leave(tx: Tx, original: string, workout: Pick<WorkoutRow, 'short_id'>): Stored {
  tx.afterCommit(() => tx.files.remove(original))
  return { result: 'already there', reason: '', workout }
}
