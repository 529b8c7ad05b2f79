import { constants, copyFile, rm } from 'node:fs/promises'
import { AppError } from '@/lib/errors'
import { isTransient } from '@/lib/system-errors'
import type { SourceRow } from '@/services/postgres/snapshot'
import { measureRecording } from '@/services/recordings/measure-recording'
import { metricColumns, recordedColumns, startOf } from '@/services/recordings/recorded-columns'
import type { Recording } from '@/services/workers/recording'
import { PLAIN, type Upload } from '@/services/workers/upload'
import { findUserById, type UserRow } from '@/store/db/queries/accounts/users'
import type { SportRow } from '@/store/db/queries/catalogue/sports'
import { hasOriginal } from '@/store/db/queries/workouts/workouts'
import { SEGMENTS_CREATION_EVENTS } from '@/store/db/schema/columns'
import { extensionOf, uploadPath } from '@/store/files/upload-names'
import { addWorkout, type NewWorkout } from '@/use-cases/workouts/write/write-workout'
import { SOURCES } from './account-steps'
import { idIn, SkippedRowError, shortIdIn, textIn, truncatedIn, wordIn } from './read-row'
import { findSourceFile } from './source-files'
import { sportIn } from './sport-steps'
import type { Migration, MigrationItem, Step } from './step'
import { storedElevations, writeRecording } from './stored-points'
import {
  boundsIn,
  describeDifferences,
  METRICS,
  ownColumns,
  storedMetrics,
} from './workout-numbers'

/** Enough to keep all processors busy, but few enough that an interruption loses little. */
const BATCH_SIZE = 24

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
  recent: ['media_visibility'],
  atOnce: BATCH_SIZE,
  prepare: async (migration, rows) => {
    const ids = rows.map((row) => idIn(row, 'id'))
    const segments = await relatedRows(migration, ids, {
      table: 'workout_segments',
      columns: ['workout_id', 'uuid', 'start_date', ...METRICS],
      order: ['workout_id', 'start_date'],
    })
    const gear = await relatedRows(migration, ids, {
      table: 'workout_equipments',
      columns: ['workout_id', 'equipment_id'],
      order: ['workout_id', 'equipment_id'],
    })
    return Promise.all(
      rows.map((row, at) => {
        const id = ids[at] ?? 0
        return migrateWorkout(migration, row, { segments: segments.get(id), gear: gear.get(id) })
      }),
    )
  },
}

/** Loads rows of another table, grouped by workout. */
async function relatedRows(
  { snapshot }: Migration,
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

/** Measures the recording of a workout again and moves its file into the store. */
async function migrateWorkout(
  migration: Migration,
  row: SourceRow,
  { segments = [], gear = [] }: Related,
): Promise<MigrationItem> {
  const findings: { result: 'failed' | 'differs'; detail: string }[] = []
  const moved: MigratedRecording = await migrateRecording(migration, row, segments).catch(
    (error) => {
      if (!(error instanceof SkippedRowError)) throw error
      findings.push({ result: 'failed', detail: error.message })
      return { original: null, recording: undefined }
    },
  )
  const { original, recording, isRewritten = false } = moved
  if (isRewritten)
    findings.push({ result: 'differs', detail: 'no file: written anew from the points there' })
  if (original !== null && !recording)
    findings.push({ result: 'failed', detail: `${original} cannot be read: its numbers are kept` })
  const known = recording && knownSegments(recording, segments)
  if (recording && !known)
    findings.push({ result: 'differs', detail: `segments: ${segments.length}` })
  const differences =
    recording && describeDifferences(storedMetrics(row), metricColumns(recording.metrics))
  if (differences) findings.push({ result: 'differs', detail: differences })
  return {
    subject: `${textIn(row, 'uuid')} ${textIn(row, 'original_file') ?? ''}`.trimEnd(),
    findings,
    write: async (tx) => {
      const columns = columnsOf(migration, row, { original, recording })
      const equipments = gear.map((link) => ({ id: idIn(link, 'equipment_id') }))
      await addWorkout(tx, {
        columns,
        equipments,
        // A dry run stores no files, so it cannot store points either.
        ...(recording && !migration.isDryRun && { recording, ...(known && { segments: known }) }),
      })
    },
    ...(original !== null && { discard: () => discard(migration, original) }),
  }
}

/** Deletes the file of a workout that was not migrated, unless another workout uses it. */
async function discard({ ctx }: Migration, original: string): Promise<void> {
  if (!(await hasOriginal(ctx.db, original))) await ctx.files.remove(original)
}

interface MigratedRecording {
  /** Path in the store; null if there is no recording. */
  original: string | null
  recording: Recording | undefined
  /** Whether the file was missing, so a new one was written from the points in the database. */
  isRewritten?: boolean
}

function columnsOf(
  migration: Migration,
  row: SourceRow,
  { original, recording }: MigratedRecording,
): NewWorkout['columns'] {
  return {
    ...(recording && recordedColumns(recording)),
    ...storedMetrics(row),
    ...ownColumns(row),
    ...boundsIn(row),
    id: idIn(row, 'id'),
    short_id: shortIdIn(row),
    user_id: idIn(row, 'user_id'),
    sport_id: sportIn(row, migration).id,
    elevation_data_source: sourceIn(row),
    original_file: original,
    map_id: original === null ? null : (textIn(row, 'map_id') ?? recording?.mapId ?? null),
  }
}

const sourceIn = (row: SourceRow) => wordIn(row, 'elevation_data_source', SOURCES) ?? 'file'

/**
 * Copies the file of a workout into the store and measures it. An unreadable file is stored too; a missing file is
 * written from the points in the database.
 *
 * @throws SkippedRowError when the workout should have a file but there are neither file nor points
 */
async function migrateRecording(
  migration: Migration,
  row: SourceRow,
  segments: readonly SourceRow[],
): Promise<MigratedRecording> {
  const { ctx, isDryRun } = migration
  const named = textIn(row, 'original_file')
  if (named === null) return { original: null, recording: undefined }
  const user = await findUserById(ctx.db, idIn(row, 'user_id'))
  if (!user) throw new SkippedRowError('failed', 'its owner was not moved')
  const sport = sportIn(row, migration)
  const path = ctx.files.incoming()
  try {
    const name = await fetchFile(migration, row, { named, path })
    const upload = { name, path, form: PLAIN }
    const recording = await measure(migration, { row, user, sport, upload, segments })
    const original = originalPath(row, name)
    if (!isDryRun) await ctx.files.store(path, original)
    return { original, recording, isRewritten: name !== named }
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Copies the file of a workout to `path`. Returns its name, which is different when the file was written from the
 * points.
 */
async function fetchFile(
  migration: Migration,
  row: SourceRow,
  { named, path }: { named: string; path: string },
): Promise<string> {
  const source = await findSourceFile(migration.uploads, named)
  if (source !== undefined) {
    await copyFile(source, path, constants.COPYFILE_FICLONE)
    return named
  }
  const text = writeRecording(await segmentsWithPoints(migration, row), textIn(row, 'source'))
  if (text === undefined)
    throw new SkippedRowError('failed', `no file ${named}: its numbers are kept`)
  await Bun.write(path, text)
  return `${named}.gpx`
}

/**
 * Uses the path on the source server if possible, so that an interrupted migration overwrites its files when it is
 * continued.
 */
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
  upload: Upload
  segments: readonly SourceRow[]
}

/**
 * Measures a recording with the same segments as on the source server. Since the user's preference at that time is
 * unknown, tries all ways to create segments. Undefined when the file cannot be read.
 */
async function measure(
  migration: Migration,
  { row, user, sport, upload, segments }: ToMeasure,
): Promise<Recording | undefined> {
  const source = sourceIn(row)
  const bought = source === 'file' ? [] : await segmentsWithPoints(migration, row)
  const elevations = storedElevations(source, bought)
  const events = new Set([user.segments_creation_event, ...SEGMENTS_CREATION_EVENTS])
  let first: Recording | undefined
  for (const event of events) {
    const recording = await measureRecording(migration.ctx, upload, {
      user: { ...user, segments_creation_event: event },
      sport,
      elevations,
      acceptPartial: true,
      priority: { canWait: true },
    }).catch(undefinedIfRejected)
    if (!recording || knownSegments(recording, segments)) return recording
    first ??= recording
  }
  return first
}

/** Returns undefined when the file cannot be read. @throws other errors, such as a full disk */
function undefinedIfRejected(error: unknown): undefined {
  if (!(error instanceof AppError) || isTransient(error)) throw error
}

/** Loads the segments of one workout with their points, which may be large. */
const segmentsWithPoints = ({ snapshot }: Migration, row: SourceRow): Promise<SourceRow[]> =>
  snapshot.of({
    table: 'workout_segments',
    columns: ['points'],
    column: 'workout_id',
    ids: [idIn(row, 'id')],
    order: ['start_date'],
  })

/** Returns the stored values of the segments, in the order of the recording; undefined unless the start times match. */
function knownSegments({ segments }: Recording, rows: readonly SourceRow[]) {
  const byStart = new Map(rows.map((row) => [truncatedIn(row, 'start_date'), row]))
  const known = segments.map((segment) => byStart.get(startOf(segment)))
  if (segments.length !== rows.length || known.includes(undefined)) return undefined
  return known.map((row = {}) => ({ short_id: shortIdIn(row), ...storedMetrics(row) }))
}
