import { encodeLineTiles } from '@/domain/explorer/line-tiles'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import type { AppContext } from '@/services/context'
import type { Recording } from '@/services/workers/recording'
import type { InTransaction } from '@/store/db/connections/transact'
import type { PreviousRecording } from '@/store/db/queries/tasks/previous-recordings'
import { deleteLaps, insertLaps } from '@/store/db/queries/workouts/device-data'
import {
  deleteSegments,
  insertSegments,
  type NewSegment,
} from '@/store/db/queries/workouts/segments'
import { addToLoadSums } from '@/store/db/queries/workouts/workout-loads'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { replaceTiles } from '@/use-cases/workouts/explorer/count-tiles'
import { analyseStored } from '@/use-cases/workouts/measure/analyse-stored'
import {
  deleteAnalysed,
  insertAnalysed,
  updateAnalysed,
} from '@/use-cases/workouts/measure/write-analysis'
import { storeLoad } from '@/use-cases/workouts/measure/write-load'
import { leaveCourse } from './leave-course'
import { newSegments, packSegments } from './new-segments'

type Tx = InTransaction<Pick<AppContext, 'db' | 'ids'>>

/** The recording that replaces that of a workout: one that was measured, or a previous one; none if both are missing. */
interface Replacement {
  recording: Recording | null | undefined
  stored: Pick<PreviousRecording, 'segments' | 'laps'> | undefined
}

/** Inserts the segments and laps of a recording. The workout must have none. */
export async function insertRecording(
  tx: Tx,
  workout: WorkoutRow,
  recording: Recording,
  known: readonly Partial<NewSegment['row']>[] = [],
): Promise<void> {
  await insertSegments(tx.db, workout.user_id, newSegments(tx, workout, { recording, known }))
  if (recording.laps !== null) insertLaps(tx.db, workout.id, recording.laps)
}

/**
 * Replaces the recording of a workout with everything that is derived from it. Its training load is not included in the
 * totals before.
 */
export async function replaceRecording(
  tx: Tx,
  { former, workout }: { former: WorkoutRow; workout: WorkoutRow },
  { recording, stored }: Replacement,
): Promise<void> {
  await leaveCourse(tx, workout.id)
  await deleteSegments(tx.db, workout.id)
  await deleteLaps(tx.db, workout.id)
  await replaceTiles(tx.db, { former, workout }, recording?.tiles ?? (stored && tilesOf(stored)))
  if (recording) await insertRecording(tx, workout, recording)
  if (recording?.analysed) {
    // The results are usually unchanged, so they are compared with the stored ones instead of being written again.
    await addToLoadSums(tx.db, workout.id)
    await updateAnalysed(tx.db, workout, recording.analysed)
    return
  }
  await deleteAnalysed(tx.db, workout.id)
  if (stored) await insertStored(tx, workout, stored)
  // A recording without analysis gets its training load from the background analysis.
  else if (!recording) await storeLoad(tx.db, workout, undefined)
}

const tilesOf = ({ segments }: Pick<PreviousRecording, 'segments'>) =>
  encodeLineTiles(segments.map(({ points }) => decodePoints(points)))

/** Restores a previous recording. */
async function insertStored(
  tx: Tx,
  workout: WorkoutRow,
  { segments, laps }: Pick<PreviousRecording, 'segments' | 'laps'>,
): Promise<void> {
  await insertSegments(tx.db, workout.user_id, segments)
  if (laps !== undefined) insertLaps(tx.db, workout.id, laps)
  await insertAnalysed(tx.db, workout, analyseStored(packSegments(workout, segments)))
}
