import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { asCaller } from '@/auth/as-caller'
import type { AppContext } from '@/context'
import { pagesById } from '@/db/pages-by-id'
import { listCommentsBy } from '@/db/queries/comments'
import { listEquipmentsOf } from '@/db/queries/equipments'
import { listPersonalTokens } from '@/db/queries/personal-tokens'
import { findFirstOnRoute } from '@/db/queries/routes'
import { listAllSports } from '@/db/queries/sports'
import { findZoneRules, listAllThresholds } from '@/db/queries/thresholds'
import type { UserRow } from '@/db/queries/users'
import { listAllWeights } from '@/db/queries/weights'
import { listOriginalsAfter, listWorkoutsAfter, type WorkoutRow } from '@/db/queries/workouts'
import { isPassing } from '@/lib/faults'
import { unpackedName } from '@/lib/gzip-name'
import { ZipWriter } from '@/lib/zip-writer'
import {
  presentExportedComment,
  presentExportedEquipment,
  presentExportedProfile,
  presentExportedRoute,
  presentExportedToken,
  presentExportedWorkout,
} from '@/present/data-export'
import { wireFor } from '@/present/dialect'
import { presentWorkoutLoad } from '@/present/load'
import { presentThreshold, presentZoneRules } from '@/present/threshold'
import { presentWeight } from '@/present/weight'
import { presentAnalysis } from '@/present/workout-analysis'
import { readStored } from '@/storage/read-stored'
import { getProfile } from '@/use-cases/accounts/read-user'
import { MOST_TOKENS } from '@/use-cases/apps/create-token'
import { analysePoints } from '@/use-cases/workouts/analyse-points'
import { findAnalysis } from '@/use-cases/workouts/analyse-workout'
import { getWorkoutLoad } from '@/use-cases/workouts/read-load'
import { loadView } from '@/views/workout'
import type { Turn } from './handler'

const PAGE = 50
const ALL_TOKENS = { page: 1, perPage: MOST_TOKENS }

/** The user whose data is exported, and the turn in which it happens. */
interface ExportRun {
  ctx: AppContext
  user: UserRow
  turn: Turn
  /** Whether it holds the analysis of every recording, which the archive of the contract does not. */
  withAnalysis: boolean
}

/**
 * Writes the archive of a user's data to a path. Returns false, leaving no file, when the turn ends first. Memory does
 * not grow with the number of workouts.
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
 * Adds one file after the other to the archive and closes it; false when the turn ended before the last one. When nobody
 * takes it any more, as `failure` tells, what is being read is closed, or it would stay open for good.
 */
async function fill(zip: ZipWriter, run: ExportRun, failure: AbortSignal): Promise<boolean> {
  const { ctx, turn } = run
  let complete = true
  for await (const { name, open } of contentsOf(run, await belongingsOf(run))) {
    if (await turn.isOver()) complete = false
    if (!complete) break
    const stream = await open()
    if (!stream) continue
    const taken = finished(addAbortSignal(failure, stream))
    zip.add(stream, { name, mtime: new Date(ctx.clock.now()) })
    await taken
  }
  zip.end()
  return complete
}

/** One file of the archive; `open` gives nothing when the file no longer exists. */
interface ArchivePart {
  name: string
  open: () => Readable | Promise<Readable | undefined>
}

async function* contentsOf(
  run: ExportRun,
  { tokens, weights, thresholds, zoneRules }: Belongings,
): AsyncGenerator<ArchivePart> {
  const json = (name: string, text: AsyncIterable<string>): ArchivePart => ({
    name,
    open: () => Readable.from(text, { objectMode: false }),
  })
  yield json('user_data.json', profileText(run))
  yield json('user_workouts_data.json', listText(workoutsOf(run)))
  yield json('user_equipments_data.json', listText(equipmentsOf(run)))
  yield json('user_comments_data.json', listText(commentsOf(run)))
  if (tokens.length > 0) yield json('user_tokens_data.json', listText(tokens))
  if (weights.length > 0) yield json('user_weights_data.json', listText(weights))
  if (thresholds.length > 0) yield json('user_thresholds_data.json', listText(thresholds))
  if (zoneRules.length > 0) yield json('user_zone_rules_data.json', listText(zoneRules))
  if (run.withAnalysis) yield json('user_analysis_data.json', listText(analysesOf(run)))
  const { picture } = run.user
  if (picture) yield stored(run, picture, basename(picture))
  for await (const path of originalsOf(run))
    yield stored(run, path, `workout_files/${unpackedName(path)}`)
}

const stored = ({ ctx }: ExportRun, path: string, name: string): ArchivePart => ({
  name,
  open: async () => {
    const content = await readStored(ctx.files, path)
    return content && Readable.from(asFarAsSound(ctx, path, content), { objectMode: false })
  },
})

/** A damaged file shall not keep the others from its owner. */
async function* asFarAsSound({ log }: AppContext, path: string, content: Readable) {
  try {
    yield* content
  } catch (err) {
    if (!isDamage(err)) throw err
    log.warn({ err, path }, 'an export holds the beginning of a damaged file')
  }
}

const isDamage = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

/** What is known before the archive is begun. */
interface Belongings {
  // Archives of people without any of what follows are as they always were.
  /** Programs of one's own, without their secrets. */
  tokens: readonly unknown[]
  weights: readonly unknown[]
  thresholds: readonly unknown[]
  /** How zones are made, of those who have chosen that. */
  zoneRules: readonly unknown[]
}

async function belongingsOf({ ctx, user }: ExportRun): Promise<Belongings> {
  const { rows } = await listPersonalTokens(ctx.db, user.id, ALL_TOKENS)
  const rules = await findZoneRules(ctx.db, user.id)
  return {
    tokens: rows.map(presentExportedToken),
    weights: (await listAllWeights(ctx.db, user.id)).map(presentWeight),
    thresholds: (await listAllThresholds(ctx.db, user.id)).map(presentThreshold),
    zoneRules: rules ? [presentZoneRules(rules)] : [],
  }
}

const asJson = (value: unknown) => JSON.stringify(value, null, 4)

/** The text of a JSON array, which is never completely in memory. */
async function* listText(
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    // Texts may hold separators of lines that are no ends of lines of JSON.
    yield `${separator}\n    ${asJson(item).replaceAll('\n', '\n    ')}`
    separator = ','
  }
  yield separator === '[' ? '[]' : '\n]'
}

async function* profileText({ ctx, user }: ExportRun): AsyncGenerator<string> {
  yield asJson(
    presentExportedProfile(
      await getProfile(ctx, asCaller(user)),
      wireFor(null, ctx.config.dialect),
    ),
  )
}

async function* workoutsOf(run: ExportRun): AsyncGenerator<unknown> {
  const { ctx, user } = run
  const wire = wireFor(null, ctx.config.dialect)
  const labels = new Map((await listAllSports(ctx.db)).map(({ id, label }) => [id, label]))
  for await (const row of workoutRowsOf(run)) {
    const view = await loadView(ctx, asCaller(user), row)
    yield presentExportedWorkout(view, labels.get(row.sport_id) ?? '', wire)
  }
}

/**
 * What is made of each workout, from its splits to its load, of those without a recording the load alone: what is imported
 * again is analysed again.
 */
async function* analysesOf(run: ExportRun): AsyncGenerator<unknown> {
  const visitor = asCaller(run.user)
  for await (const row of workoutRowsOf(run)) {
    const { id, short_id: workoutId, original_file } = row
    // A great import is analysed after it; loads are made of what is found.
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

const DAMAGED = 'What is stored of the recording is damaged; refresh the workout to mend it.'

/** What is made of a workout, or in its place that it cannot be made. */
async function orDamaged<Part>({ ctx }: ExportRun, workout: string, make: () => Promise<Part>) {
  try {
    return await make()
  } catch (err) {
    if (isPassing(err)) throw err
    ctx.log.warn({ err, workout }, 'an export lacks what is made of a workout')
    return { error: DAMAGED }
  }
}

/** The workouts in the order in which they were added, until the turn is over; requests go before each of them. */
async function* workoutRowsOf({ ctx, user, turn }: ExportRun): AsyncGenerator<WorkoutRow> {
  let after = 0
  for (;;) {
    if (await turn.isOver()) return
    const rows = await listWorkoutsAfter(ctx.db, { userId: user.id, after, limit: PAGE })
    if (rows.length === 0) return
    for (const row of rows) {
      yield row
      await setImmediate()
    }
    after = rows.at(-1)?.id ?? after
  }
}

/** Where the originals of the workouts are kept. */
async function* originalsOf({ ctx, user }: ExportRun): AsyncGenerator<string> {
  const read = (after: number) =>
    listOriginalsAfter(ctx.db, { userId: user.id, after, limit: PAGE })
  for await (const rows of pagesById(read))
    for (const { original_file } of rows) if (original_file !== null) yield original_file
}

async function* equipmentsOf({ ctx, user }: ExportRun): AsyncGenerator<unknown> {
  for (const item of await listEquipmentsOf(ctx.db, user.id)) yield presentExportedEquipment(item)
}

async function* commentsOf({ ctx, user }: ExportRun): AsyncGenerator<unknown> {
  for (const { workout_short_id, ...comment } of await listCommentsBy(ctx.db, user.id))
    yield presentExportedComment(comment, workout_short_id)
}
