import { constants, copyFile, rm } from 'node:fs/promises'
import { SEGMENTS_CREATION_EVENTS } from '@/db/columns'
import type { SportRow } from '@/db/queries/sports'
import { findUserById, type UserRow } from '@/db/queries/users'
import { hasOriginal } from '@/db/queries/workouts'
import { AppError } from '@/errors'
import { isPassing } from '@/lib/faults'
import type { SourceRow } from '@/postgres/snapshot'
import { extensionOf, uploadPath } from '@/storage/upload-names'
import { measureRecording } from '@/use-cases/workouts/measure-recording'
import { metricColumns, recordedColumns, startOf } from '@/use-cases/workouts/recorded-columns'
import { type Addition, addWorkout } from '@/use-cases/workouts/write-workout'
import { PLAIN } from '@/workers/recording-form'
import type { MeasuredTrack } from '@/workers/track-job'
import { SOURCES } from './account-steps'
import { idIn, Missed, shortIdIn, textIn, truncatedIn, wordIn } from './read-row'
import { findSourceFile } from './source-files'
import { sportIn } from './sport-steps'
import type { Move, Step, Thing } from './step'
import { recordingOf, storedElevations } from './stored-points'
import { boundsIn, differences, METRICS, ownColumns, storedMetrics } from './workout-numbers'

/** So many that all processors are busy, and so few that a move which is killed loses little. */
const AT_ONCE = 24

export const workouts: Step = {
  name: 'workouts',
  table: 'workouts',
  key: ['id'],
  required: ['id', 'uuid', 'user_id', 'sport_id', 'workout_date', 'creation_date', 'duration'],
  optional: [
    ...['title', 'description', 'notes', 'modification_date', 'calories', 'source', 'bounds'],
    ...['workout_visibility', 'analysis_visibility', 'map_visibility', 'suspended_at'],
    ...['weather_start', 'weather_end', 'original_file', 'map_id', 'elevation_data_source'],
    ...METRICS.filter((name) => name !== 'duration'),
  ],
  atOnce: AT_ONCE,
  prepare: async (move, rows) => {
    const ids = rows.map((row) => idIn(row, 'id'))
    const segments = await relatedRows(move, ids, {
      table: 'workout_segments',
      columns: ['workout_id', 'uuid', 'start_date', ...METRICS],
      order: ['workout_id', 'start_date'],
    })
    const gear = await relatedRows(move, ids, {
      table: 'workout_equipments',
      columns: ['workout_id', 'equipment_id'],
      order: ['workout_id', 'equipment_id'],
    })
    return Promise.all(
      rows.map((row, at) => {
        const id = ids[at] ?? 0
        return workoutOf(move, row, { segments: segments.get(id), gear: gear.get(id) })
      }),
    )
  },
}

/** Rows of another table by the workout that they belong to. */
async function relatedRows(
  { snapshot }: Move,
  ids: readonly number[],
  request: { table: string; columns: string[]; order: string[] },
): Promise<Map<number, SourceRow[]>> {
  if (!request.order.every((column) => snapshot.tables.get(request.table)?.has(column)))
    return new Map()
  const rows = await snapshot.of({ ...request, column: 'workout_id', ids })
  return Map.groupBy(rows, (row) => idIn(row, 'workout_id'))
}

interface Related {
  segments: readonly SourceRow[] | undefined
  gear: readonly SourceRow[] | undefined
}

/** A workout with its recording measured again, and its file where it is kept. */
async function workoutOf(
  move: Move,
  row: SourceRow,
  { segments = [], gear = [] }: Related,
): Promise<Thing> {
  const findings: { result: 'failed' | 'differs'; detail: string }[] = []
  const recording: MovedRecording = await moveRecording(move, row, segments).catch((error) => {
    if (!(error instanceof Missed)) throw error
    findings.push({ result: 'failed', detail: error.message })
    return { original: null, track: undefined }
  })
  const { original, track, isWrittenAnew = false } = recording
  if (isWrittenAnew)
    findings.push({ result: 'differs', detail: 'no file: written anew from the points there' })
  if (original !== null && !track)
    findings.push({ result: 'failed', detail: `${original} cannot be read: its numbers are kept` })
  const known = track && knownSegments(track, segments)
  if (track && !known) findings.push({ result: 'differs', detail: `segments: ${segments.length}` })
  const told = track && differences(storedMetrics(row), metricColumns(track.metrics))
  if (told) findings.push({ result: 'differs', detail: told })
  return {
    subject: `${textIn(row, 'uuid')} ${textIn(row, 'original_file') ?? ''}`.trimEnd(),
    findings,
    write: async (tx) => {
      const columns = columnsOf(move, row, { original, track })
      const equipments = gear.map((link) => ({ id: idIn(link, 'equipment_id') }))
      await addWorkout(tx, {
        columns,
        equipments,
        // What is looked at but not kept has no use for its points.
        ...(track && !move.isDryRun && { track, ...(known && { segments: known }) }),
      })
    },
    ...(original !== null && { discard: () => discard(move, original) }),
  }
}

/** Removes the file of a workout that was not moved, unless it is that of another one. */
async function discard({ ctx }: Move, original: string): Promise<void> {
  if (!(await hasOriginal(ctx.db, original))) await ctx.files.remove(original)
}

interface MovedRecording {
  /** Where it is kept here; null where there is none. */
  original: string | null
  track: MeasuredTrack | undefined
  /** Whether the file was gone, and made of the points in the database. */
  isWrittenAnew?: boolean
}

function columnsOf(
  move: Move,
  row: SourceRow,
  { original, track }: Omit<MovedRecording, 'isWrittenAnew'>,
): Addition['columns'] {
  return {
    ...(track && recordedColumns(track)),
    ...storedMetrics(row),
    ...ownColumns(row),
    ...boundsIn(row),
    id: idIn(row, 'id'),
    short_id: shortIdIn(row),
    user_id: idIn(row, 'user_id'),
    sport_id: sportIn(row, move).id,
    elevation_data_source: sourceIn(row),
    original_file: original,
    map_id: original === null ? null : (textIn(row, 'map_id') ?? track?.mapId ?? null),
  }
}

const sourceIn = (row: SourceRow) => wordIn(row, 'elevation_data_source', SOURCES) ?? 'file'

/**
 * Copies the file of a workout to where it is kept here, and measures it; a file that cannot be read is kept all the
 * same, and one that is gone is written anew from the points that the database has.
 *
 * @throws Missed when there is none although there should be
 */
async function moveRecording(
  move: Move,
  row: SourceRow,
  segments: readonly SourceRow[],
): Promise<MovedRecording> {
  const { ctx, isDryRun } = move
  const named = textIn(row, 'original_file')
  if (named === null) return { original: null, track: undefined }
  const user = await findUserById(ctx.db, idIn(row, 'user_id'))
  if (!user) throw new Missed('failed', 'its owner was not moved')
  const sport = sportIn(row, move)
  const path = ctx.files.incoming()
  try {
    const name = await fetchFile(move, row, { named, path })
    const track = await measure(move, { row, user, sport, file: { path, name }, segments })
    const original = originalPath(row, name)
    if (!isDryRun) await ctx.files.keep(path, original)
    return { original, track, isWrittenAnew: name !== named }
  } finally {
    await rm(path, { force: true })
  }
}

/** Puts the file of a workout at a path, and tells its name, which is another one when it had to be written anew. */
async function fetchFile(
  move: Move,
  row: SourceRow,
  { named, path }: { named: string; path: string },
): Promise<string> {
  const source = await findSourceFile(move.uploads, named)
  if (source !== undefined) {
    await copyFile(source, path, constants.COPYFILE_FICLONE)
    return named
  }
  const text = recordingOf(await segmentsWithPoints(move, row), textIn(row, 'source'))
  if (text === undefined) throw new Missed('failed', `no file ${named}: its numbers are kept`)
  await Bun.write(path, text)
  return `${named}.gpx`
}

/** As it was called there: a move that is killed leaves nothing behind that the next one does not find again. */
function originalPath(row: SourceRow, name: string): string {
  const [folder, owner, file = '', ...rest] = name.split('/')
  const isOwn = folder === 'workouts' && owner === String(row.user_id) && rest.length === 0
  if (isOwn && /^[\w-][\w.:+-]*$/.test(file)) return name
  return uploadPath({
    userId: idIn(row, 'user_id'),
    startedAt: truncatedIn(row, 'workout_date') ?? 0,
    sportId: idIn(row, 'sport_id'),
    random: shortIdIn(row),
    extension: extensionOf(name),
  })
}

interface ToMeasure {
  row: SourceRow
  user: UserRow
  sport: SportRow
  file: { path: string; name: string }
  segments: readonly SourceRow[]
}

/**
 * Measures a recording, cut into segments as it was there: by which preference of its owner it was made is not known.
 * Undefined for a file that cannot be read.
 */
async function measure(
  move: Move,
  { row, user, sport, file, segments }: ToMeasure,
): Promise<MeasuredTrack | undefined> {
  const source = sourceIn(row)
  const bought = source === 'file' ? [] : await segmentsWithPoints(move, row)
  const elevations = storedElevations(source, bought)
  const events = new Set([user.segments_creation_event, ...SEGMENTS_CREATION_EVENTS])
  let first: MeasuredTrack | undefined
  for (const event of events) {
    const track = await measureRecording(move.ctx, {
      user: { ...user, segments_creation_event: event },
      sport,
      file: { ...file, form: PLAIN },
      elevations,
      acceptPartial: true,
      urgency: { canWait: true },
    }).catch(unlessRefused)
    if (!track || knownSegments(track, segments)) return track
    first ??= track
  }
  return first
}

/** Nothing for a file that cannot be read. @throws what is not its fault, such as a full disk */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof AppError) || isPassing(error)) throw error
}

/** The segments of one workout with their points; they may be large. */
const segmentsWithPoints = ({ snapshot }: Move, row: SourceRow): Promise<SourceRow[]> =>
  snapshot.of({
    table: 'workout_segments',
    columns: ['points'],
    column: 'workout_id',
    ids: [idIn(row, 'id')],
    order: ['start_date'],
  })

/** The segments as they were there, in the order of the recording; undefined unless they are the same ones. */
function knownSegments({ segments }: MeasuredTrack, rows: readonly SourceRow[]) {
  const byStart = new Map(rows.map((row) => [truncatedIn(row, 'start_date'), row]))
  const known = segments.map((segment) => byStart.get(startOf(segment)))
  if (segments.length !== rows.length || known.includes(undefined)) return undefined
  return known.map((row = {}) => ({ short_id: shortIdIn(row), ...storedMetrics(row) }))
}
