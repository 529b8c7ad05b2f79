import type { AppContext } from '@/context'
import type { ImportResult } from '@/db/columns'
import { findTwins } from '@/db/queries/workout-duplicates'
import type { WorkoutRow } from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { addOriginal } from '@/use-cases/workouts/add-original'
import { addWorkout } from '@/use-cases/workouts/write-workout'
import { newWorkout, type ReadRecording } from './store-recording'

type Tx = InTransaction<AppContext>

/** What became of a recording that was read, and the workout it is now, or repeats. */
export interface Stored {
  result: Extract<ImportResult, 'new' | 'already there' | 'replaced'>
  reason: string
  workout: Pick<WorkoutRow, 'short_id'>
  /** Only of a new one. */
  row?: WorkoutRow
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
  const likeness = { ...NOWHERE, ...addition.columns, original_hash: recording.measured.track.hash }
  const [twin] = await findTwins(tx.db, 0, likeness)
  const policy = given.data.duplicates ?? 'allow'
  if (twin === undefined || policy === 'allow' || policy === 'flag') {
    const row = await addWorkout(tx, addition)
    const reason = twin && policy === 'flag' ? `possibly the same as ${twin.short_id}` : ''
    return { result: 'new', reason, workout: row, row }
  }
  if (policy === 'skip') return leave(tx, original, twin)
  const { track } = recording.measured
  const outcome = await addOriginal(tx, twin.id, { track, original })
  if (outcome === 'known') return leave(tx, original, twin)
  return outcome === 'richer'
    ? { result: 'replaced', reason: 'its recording is richer', workout: twin }
    : { result: 'already there', reason: 'kept beside it', workout: twin }
}

const NOWHERE = { min_lat: null, min_lon: null, max_lat: null, max_lon: null }

function leave(tx: Tx, original: string, workout: Pick<WorkoutRow, 'short_id'>): Stored {
  tx.afterCommit(() => tx.files.remove(original))
  return { result: 'already there', reason: '', workout }
}
