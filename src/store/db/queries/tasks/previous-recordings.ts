import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { NewSegment } from '@/store/db/queries/workouts/segments'
import type { WorkoutChanges, WorkoutRow } from '@/store/db/queries/workouts/workouts'

/** The recording that a workout had before another one took its place. */
export interface PreviousRecording {
  /** The workout columns that are taken from the recording. */
  columns: WorkoutChanges
  /** Its other properties. */
  facts: Pick<
    WorkoutRow,
    'sport_id' | 'workout_visibility' | 'analysis_visibility' | 'map_visibility' | 'suspended_at'
  >
  /** When the workout was changed before, and when its recording was replaced, in milliseconds since the Unix epoch. */
  modifiedAt: number | null
  replacedAt: number
  segments: readonly NewSegment[]
  /** Laps of the device, as JSON. */
  laps?: string | undefined
}

/** A previous recording as JSON; bytes are base64. */
interface FormerContent extends Omit<PreviousRecording, 'segments'> {
  segments: {
    row: NewSegment['row']
    points: string
    streams?: string | undefined
    pieces: { box: NewSegment['pieces'][number]['box']; places: string }[]
  }[]
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/** Stores the recording that an import replaces, by the file of the new one. */
export const insertPreviousRecording = (
  db: Tx,
  { replacement, workoutId }: { replacement: string; workoutId: number },
  { segments, ...rest }: PreviousRecording,
) =>
  db
    .insertInto('former_recordings')
    .values({
      made: replacement,
      workout_id: workoutId,
      content: JSON.stringify({
        ...rest,
        segments: segments.map(({ row, points, streams, pieces }) => ({
          row,
          points: textOf(points),
          streams: streams && textOf(streams),
          pieces: pieces.map(({ box, places }) => ({ box, places: textOf(places) })),
        })),
      } satisfies FormerContent),
    })
    .execute()

/** Finds the recording that was replaced by the one with this file. */
export async function findPreviousRecording(
  db: Db,
  { replacement, workoutId }: { replacement: string; workoutId: number },
): Promise<PreviousRecording | undefined> {
  const row = await db
    .selectFrom('former_recordings')
    .select('content')
    .where('made', '=', replacement)
    .where('workout_id', '=', workoutId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { segments, ...rest }: FormerContent = JSON.parse(row.content)
  return {
    ...rest,
    segments: segments.map(({ row, points, streams, pieces }) => ({
      row,
      points: bytesOf(points),
      streams: streams === undefined ? undefined : bytesOf(streams),
      pieces: pieces.map(({ box, places }) => ({ box, places: bytesOf(places) })),
    })),
  }
}

export const deletePreviousRecording = (db: Tx, replacement: string) =>
  db.deleteFrom('former_recordings').where('made', '=', replacement).execute()

/** Deletes the previous recordings of an import. The import can then no longer be undone. */
export const deletePreviousRecordingsOf = (db: Tx, taskId: number) =>
  db
    .deleteFrom('former_recordings')
    .where('made', 'in', (eb) =>
      eb
        .selectFrom('import_entries')
        .select('import_entries.made')
        .where('task_id', '=', taskId)
        .where('made', 'is not', null),
    )
    .execute()
