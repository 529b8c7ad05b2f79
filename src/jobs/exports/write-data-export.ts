import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { EXPORT_FILES, EXPORT_FOLDERS } from '@/domain/reference/export-files'
import type { TimeSlice } from '@/jobs/handler'
import { unpackedName } from '@/lib/files/gzip-name'
import { ZipWriter } from '@/lib/files/zip-writer'
import { isTransient } from '@/lib/system-errors'
import {
  presentExportedComment,
  presentExportedEquipment,
  presentExportedProfile,
  presentExportedRoute,
  presentExportedWorkout,
} from '@/server/responses/data-export'
import { dialectFor } from '@/server/responses/dialect'
import { presentWorkoutLoad } from '@/server/responses/workouts/load'
import { presentAnalysis } from '@/server/responses/workouts/workout-analysis'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import { pagesById } from '@/store/db/pages-by-id'
import { listIdentities } from '@/store/db/queries/accounts/identities'
import { listPasskeys } from '@/store/db/queries/accounts/passkeys'
import { findConfirmedTwoFactor } from '@/store/db/queries/accounts/two-factor'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { listEquipmentsOf } from '@/store/db/queries/catalogue/equipments'
import { findPlannedCourse } from '@/store/db/queries/courses/planned-courses'
import { listCommentsBy } from '@/store/db/queries/social/comments'
import { findFirstOnRoute } from '@/store/db/queries/workouts/courses'
import { listExcludedEfforts } from '@/store/db/queries/workouts/excluded-efforts'
import {
  listOriginalsAfter,
  listWorkoutsAfter,
  type WorkoutRow,
} from '@/store/db/queries/workouts/workouts'
import { readStored } from '@/store/files/read-stored'
import { getProfile } from '@/use-cases/accounts/read-user'
import { loadView } from '@/use-cases/views/workout'
import { analysePoints } from '@/use-cases/workouts/measure/analyse-points'
import { findAnalysis } from '@/use-cases/workouts/measure/analyse-workout'
import { getWorkoutLoad } from '@/use-cases/workouts/read/read-load'
import {
  hasAdditionalFiles,
  listAdditionalPaths,
  writeAdditionalFiles,
} from './export-additional-files'
import { hasCourses, writeCourses } from './export-courses'
import { loadLists, loadProfileLists, loadSportLabels } from './export-lists'
import { hasPhotos, listPhotoFiles, writePhotos } from './export-photos'

const PAGE = 50

/** The user whose data is exported, and the time slice for it. */
interface ExportRun {
  ctx: AppContext
  user: UserRow
  slice: TimeSlice
  /** Whether to include the analysis of every recording. The archive of the contract does not contain it. */
  withAnalysis: boolean
}

/**
 * Writes the archive of a user's data to a path. Returns false, leaving no file, when the time slice ends first. Memory
 * does not grow with the number of workouts.
 */
export async function writeExport(run: ExportRun, path: string): Promise<boolean> {
  const zip = new ZipWriter()
  const written = pipeline(zip.output, createWriteStream(path))
  const failure = new AbortController()
  written.catch((error) => failure.abort(error))
  const filled = fill(zip, run, failure.signal).catch(stopWith(zip))
  try {
    const [, complete] = await Promise.all([written, filled])
    if (complete) return true
  } catch (error) {
    await filled
    await rm(path, { force: true })
    throw error
  }
  await rm(path, { force: true })
  return false
}

/** Ends the archive with an error, which the writing pipeline then reports. */
const stopWith = (zip: ZipWriter) => (cause: unknown) => {
  zip.fail(cause)
  return false
}

/**
 * Adds the files to the archive one after the other, and closes it. Returns false when the time slice ended before the
 * last file. When the output fails, `failure` is aborted and closes the stream that is being read, which would
 * otherwise stay open forever.
 */
async function fill(zip: ZipWriter, run: ExportRun, failure: AbortSignal): Promise<boolean> {
  const { ctx, slice } = run
  let complete = true
  for await (const { name, open } of writeContents(run, await loadLists(run))) {
    if (await slice.isOver()) complete = false
    if (!complete) break
    const stream = await open()
    if (!stream) continue
    const isWritten = finished(addAbortSignal(failure, stream))
    zip.add(stream, { name, mtime: new Date(ctx.clock.now()) })
    await isWritten
  }
  zip.end()
  return complete
}

/** One file of the archive. `open` returns undefined when the file no longer exists. */
interface ArchivePart {
  name: string
  open: () => Readable | Promise<Readable | undefined>
}

type ExportedLists = Awaited<ReturnType<typeof loadLists>>

async function* writeContents(run: ExportRun, lists: ExportedLists): AsyncGenerator<ArchivePart> {
  const json = (name: string, text: AsyncIterable<string>): ArchivePart => ({
    name,
    open: () => Readable.from(text, { objectMode: false }),
  })
  yield json(EXPORT_FILES.profile, profileText(run))
  yield json(EXPORT_FILES.workouts, listText(writeWorkouts(run)))
  yield json(EXPORT_FILES.equipments, listText(writeEquipments(run)))
  yield json(EXPORT_FILES.comments, listText(writeComments(run)))
  for (const [file, items] of lists) yield json(file, listText(items))
  if (await hasCourses(run)) yield json(EXPORT_FILES.courses, listText(writeCourses(run)))
  if (run.withAnalysis) yield json(EXPORT_FILES.analyses, listText(writeAnalyses(run)))
  if (await hasPhotos(run)) yield json(EXPORT_FILES.photos, listText(writePhotos(run)))
  if (await hasAdditionalFiles(run))
    yield json(EXPORT_FILES.additionalFiles, listText(writeAdditionalFiles(run)))
  const { picture } = run.user
  if (picture) yield stored(run, picture, basename(picture))
  for await (const path of listOriginals(run))
    yield stored(run, path, `${EXPORT_FOLDERS.originals}/${unpackedName(path)}`)
  for await (const { path, name } of listAdditionalPaths(run)) yield stored(run, path, name)
  for await (const { path, name } of listPhotoFiles(run)) yield stored(run, path, name)
}

const stored = ({ ctx }: ExportRun, path: string, name: string): ArchivePart => ({
  name,
  open: async () => {
    const content = await readStored(ctx.files, path)
    return content && Readable.from(untilDamage(ctx, path, content), { objectMode: false })
  },
})

/** Ends the stream at the first damaged byte, so that one damaged file does not prevent the export of the others. */
async function* untilDamage({ log }: AppContext, path: string, content: Readable) {
  try {
    yield* content
  } catch (err) {
    if (!isDamage(err)) throw err
    log.warn({ err, path }, 'a data export contains only the beginning of a damaged file')
  }
}

const isDamage = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

const asJson = (value: unknown) => JSON.stringify(value, null, 4)

/** The text of a JSON array, streamed so that it is never completely in memory. */
async function* listText(
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    // JSON strings may contain U+2028 and U+2029, which do not end a line of JSON.
    yield `${separator}\n    ${asJson(item).replaceAll('\n', '\n    ')}`
    separator = ','
  }
  yield separator === '[' ? '[]' : '\n]'
}

async function* profileText(run: ExportRun): AsyncGenerator<string> {
  const { ctx, user } = run
  const view = await getProfile(ctx, asCaller(user))
  const twoFactor = await findConfirmedTwoFactor(ctx.db, user.id)
  const twoFactorSince = twoFactor?.confirmed_at
  const identities = await listIdentities(ctx.db, user.id)
  const passkeys = await listPasskeys(ctx.db, user.id)
  const lists = await loadProfileLists(run)
  yield asJson(
    presentExportedProfile(
      { ...view, twoFactorSince, identities, passkeys, lists },
      dialectFor(null, ctx.config.dialect),
    ),
  )
}

async function* writeWorkouts(run: ExportRun): AsyncGenerator<unknown> {
  const { ctx, user } = run
  const dialect = dialectFor(null, ctx.config.dialect)
  const labels = await loadSportLabels(run)
  for await (const row of listWorkoutRows(run)) {
    const view = await loadView(ctx, asCaller(user), row)
    const excludedEfforts = await listExcludedEfforts(ctx.db, row.id)
    const planned = await findPlannedCourse(ctx.db, row.id)
    const sportLabel = labels.get(row.sport_id) ?? ''
    yield presentExportedWorkout(view, { sportLabel, excludedEfforts, planned }, dialect)
  }
}

/**
 * The analysis of each workout, from its splits to its training load; only the load for workouts without a recording.
 * It is informative: an import analyses the recordings again.
 */
async function* writeAnalyses(run: ExportRun): AsyncGenerator<unknown> {
  const visitor = asCaller(run.user)
  for await (const row of listWorkoutRows(run)) {
    const { id, short_id: workoutId, original_file } = row
    // Large imports are analysed after the import, and training loads are computed from the analysis.
    if (original_file !== null && row.is_analysed === 0) await analysePoints(run.ctx, [id])
    const request = { visitor, workoutId }
    const analysis = await orDamaged(run, workoutId, async () => {
      const found = original_file === null ? undefined : await findAnalysis(run.ctx, request)
      return found && presentAnalysis(found)
    })
    const load = await orDamaged(run, workoutId, async () => {
      const found = await getWorkoutLoad(run.ctx, request)
      return found && presentWorkoutLoad(found)
    })
    if (!analysis && !load) continue
    const route = await findFirstOnRoute(run.ctx.db, id)
    yield {
      workout_id: workoutId,
      ...analysis,
      ...(route && { route: presentExportedRoute(route) }),
      load: load ?? null,
    }
  }
}

const DAMAGED = 'The stored data of the recording is damaged; refresh the workout to repair it.'

/** Runs `make`, or returns an error entry when the stored data of the workout is damaged. */
async function orDamaged<Part>({ ctx }: ExportRun, workout: string, present: () => Promise<Part>) {
  try {
    return await present()
  } catch (err) {
    if (isTransient(err)) throw err
    ctx.log.warn(
      { err, workout },
      'a data export lacks the analysis or load of a workout: its stored data is damaged',
    )
    return { error: DAMAGED }
  }
}

/**
 * Yields the workouts in the order in which they were added, until the time slice is over. Yields to the event loop
 * after each one so that requests are not blocked.
 */
async function* listWorkoutRows({ ctx, user, slice }: ExportRun): AsyncGenerator<WorkoutRow> {
  let after = 0
  for (;;) {
    if (await slice.isOver()) return
    const rows = await listWorkoutsAfter(ctx.db, { userId: user.id, after, limit: PAGE })
    if (rows.length === 0) return
    for (const row of rows) {
      yield row
      await setImmediate()
    }
    after = rows.at(-1)?.id ?? after
  }
}

/** Yields the paths of the original files of the workouts. */
async function* listOriginals({ ctx, user }: ExportRun): AsyncGenerator<string> {
  const read = (after: number) =>
    listOriginalsAfter(ctx.db, { userId: user.id, after, limit: PAGE })
  for await (const rows of pagesById(read))
    for (const { original_file } of rows) if (original_file !== null) yield original_file
}

async function* writeEquipments({ ctx, user }: ExportRun): AsyncGenerator<unknown> {
  for (const item of await listEquipmentsOf(ctx.db, user.id)) yield presentExportedEquipment(item)
}

async function* writeComments({ ctx, user }: ExportRun): AsyncGenerator<unknown> {
  for (const { workout_short_id, ...comment } of await listCommentsBy(ctx.db, user.id))
    yield presentExportedComment(comment, workout_short_id)
}
