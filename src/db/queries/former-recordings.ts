import type { Db } from '@/db/open'
import type { Tx } from '@/db/transact'
import type { NewSegment } from './segments'
import type { WorkoutChanges, WorkoutRow } from './workouts'

/** The recording that a workout had before another one took its place. */
export interface FormerRecording {
  /** The columns of the workout that a recording decides. */
  columns: WorkoutChanges
  /** What it was like besides. */
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

/** The same as JSON: bytes are base64. */
interface FormerContent extends Omit<FormerRecording, 'segments'> {
  segments: {
    row: NewSegment['row']
    points: string
    streams?: string | undefined
    pieces: { box: NewSegment['pieces'][number]['box']; places: string }[]
  }[]
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/** Keeps the recording of a workout that gives way to another one, known by the file of that one. */
export const insertFormerRecording = (
  db: Tx,
  { made, workoutId }: { made: string; workoutId: number },
  { segments, ...rest }: FormerRecording,
) =>
  db
    .insertInto('former_recordings')
    .values({
      made,
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

/** The recording of a workout that gave way to the one with a file. */
export async function findFormerRecording(
  db: Db,
  { made, workoutId }: { made: string; workoutId: number },
): Promise<FormerRecording | undefined> {
  const row = await db
    .selectFrom('former_recordings')
    .select('content')
    .where('made', '=', made)
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

export const deleteFormerRecording = (db: Tx, made: string) =>
  db.deleteFrom('former_recordings').where('made', '=', made).execute()

/** Forgets what an import replaced: without its report nobody can undo it. */
export const deleteFormerRecordingsOf = (db: Tx, taskId: number) =>
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
