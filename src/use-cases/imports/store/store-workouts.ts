import { link, rm } from 'node:fs/promises'
import { originalNotStored, storageQuotaExceeded } from '@/lib/errors'
import { decodeShortId } from '@/lib/text/short-id'
import { HOUR } from '@/lib/time/clock'
import type { AppContext } from '@/services/context'
import { isGzipForm, type Upload } from '@/services/workers/upload'
import { type InTransaction, transact, undoing } from '@/store/db/connections/transact'
import { hasSegments } from '@/store/db/queries/workouts/segments'
import { findTwin, findTwins } from '@/store/db/queries/workouts/workout-duplicates'
import { findWorkout, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import type { ImportResult } from '@/store/db/schema/columns'
import { extensionOf, uploadPath } from '@/store/files/upload-names'
import type { DuplicatePolicy } from '@/use-cases/imports/receive/upload-data'
import { addOriginal } from '@/use-cases/workouts/write/add-original'
import {
  addWorkout,
  addWorkouts,
  linkLegs,
  type NewWorkout,
} from '@/use-cases/workouts/write/write-workout'

type Tx = InTransaction<AppContext>

/** Result of storing an entry, and the workout that was created or that the entry repeats. */
export interface StoreResult {
  result: Extract<ImportResult, 'new' | 'already there' | 'replaced' | 'skipped'>
  reason: string
  workout: Pick<WorkoutRow, 'short_id'>
  /** Only for new workouts. */
  row?: WorkoutRow
  /** The stored file, if it was added to an existing workout. */
  original?: string
}

/** Outcome of an entry: a new or existing workout, or the reason why it was skipped or rejected. */
export interface FileOutcome {
  file: { name: string }
  stored?: StoreResult
  /** Of the other legs of the file. */
  further?: readonly StoreResult[]
  leftOut?: string
  rejection?: string
  /** What makes a rejected file readable. */
  remedy?: string | undefined
  /** Whether another attempt to read a rejected file may succeed. */
  mayWorkLater?: boolean
}

/** Stores the workouts of one upload and its file, like `storeUnlessDuplicate`. `alongside` runs in the same transaction. */
export async function storeOne<Result>(
  ctx: AppContext,
  uploaded: WorkoutToImport & { upload: Upload },
  alongside: (tx: Tx, stored: readonly StoreResult[]) => Promise<Result>,
): Promise<{ stored: readonly StoreResult[]; result: Result }> {
  const { upload } = uploaded
  const legs = legsOf(uploaded)
  const originals = await storeUploads(
    ctx,
    legs.map(({ workout }) => ({ workout, upload })),
  )
  const store = async (tx: Tx) => {
    const results: StoreResult[] = []
    for (const [index, leg] of legs.entries())
      results.push(await storeUnlessDuplicate(tx, withOriginal(tx, leg, originals[index] ?? '')))
    const stored = await linkResults(tx, results)
    return { stored, result: await alongside(tx, stored) }
  }
  return transact(ctx, store).catch(
    undoing(async () => {
      for (const original of originals) await ctx.files.remove(original)
    }),
  )
}

/** A workout to store, and the policy for duplicates. */
export interface WorkoutToImport {
  workout: NewWorkout
  policy: DuplicatePolicy
  /** The file of its recording, which becomes its original. */
  upload?: Upload
  /** Given for a summary, which is stored only if there is no workout at its start, whatever the policy. */
  summary?: SummaryStart
  /** The other legs of the file, in order. Each gets a copy of the upload as its original. */
  further?: readonly WorkoutToImport[]
}

/** What the start time of a summary means: the instant, or only its day, at whose noon it is put. */
export type SummaryStart = 'instant' | 'day'

const HALF_A_DAY = 12 * HOUR

/**
 * Finds the workout of a summary: one at the same time, or, if only the day is known, a recording of the same distance
 * on this day.
 */
export async function findSummarized(
  { db }: Pick<AppContext, 'db'>,
  workout: { userId: number; startedAt: number; distance: number | undefined },
  start: SummaryStart,
): Promise<Pick<WorkoutRow, 'short_id' | 'original_file'> | undefined> {
  if (start === 'instant') return findTwin(db, { ...workout, distance: undefined })
  const same = await findTwin(db, workout)
  if (same || !workout.distance) return same
  return findTwin(db, { ...workout, within: HALF_A_DAY, isRecorded: true })
}

/** The workouts of one file, in order. */
export const legsOf = ({ further = [], ...first }: WorkoutToImport): WorkoutToImport[] => [
  first,
  ...further,
]

/**
 * Links the workouts of one file as legs of an event, including those that were stored before. Workouts that were made
 * from the whole file are no legs.
 */
export async function linkResults(
  tx: Tx,
  results: readonly StoreResult[],
): Promise<readonly StoreResult[]> {
  if (results.length < 2) return results
  const rows = new Map<string, WorkoutRow>()
  for (const { workout, row } of results) {
    const stored = row ?? (await findWorkout(tx.db, workout.short_id))
    if (stored && stored.leg !== null) rows.set(workout.short_id, stored)
  }
  if (rows.size < 2) return results
  const linked = await linkLegs(tx, [...rows.values()])
  const byId = new Map(linked.map((row) => [row.short_id, row]))
  return results.map((result) => {
    const row = byId.get(result.workout.short_id)
    return result.row && row ? { ...result, row, workout: row } : result
  })
}

/** Returns the result for a summary of a workout that is stored already, usually with its recording. */
export const existingSummary = (
  workout: Pick<WorkoutRow, 'short_id' | 'original_file'>,
): StoreResult =>
  workout.original_file === null
    ? existing(workout)
    : { result: 'skipped', reason: 'its recording is imported', workout }

/** Adds the path of the original to a workout, which is created now unless its columns contain other dates. */
export function withOriginal(
  { clock }: Pick<AppContext, 'clock'>,
  { workout, policy }: Pick<WorkoutToImport, 'workout' | 'policy'>,
  original: string,
): WorkoutToImport {
  const now = clock.now()
  const dates = { creation_date: now, modification_date: now }
  const columns = { ...dates, ...workout.columns, original_file: original }
  return { workout: { ...workout, columns }, policy }
}

/**
 * Stores a workout, whose upload (if any) has already been moved into the store. If the workout repeats another one,
 * follows the policy for duplicates. An unused file is deleted after the commit. If another user's workout already has
 * the short id, the workout gets a new one.
 */
async function storeUnlessDuplicate(
  tx: Tx,
  { workout: given, policy, summary }: WorkoutToImport,
): Promise<StoreResult> {
  if (summary) {
    const { user_id: userId, workout_date: startedAt, distance } = given.columns
    const stored = await findSummarized(tx, { userId, startedAt, distance }, summary)
    if (stored) return existingSummary(stored)
  }
  const { original_file: original } = given.columns
  const same = await findByShortId(tx, given)
  if (same?.user_id === given.columns.user_id) return keepExisting(tx, original, same)
  const workout = await withUnusedIds(tx, same ? withoutShortId(given) : given)
  if (policy === 'allow') return isNew(await addWorkout(tx, workout))
  const [twin] = await findTwinsOf(tx, workout)
  if (twin === undefined) return isNew(await addWorkout(tx, workout))
  if (policy === 'flag')
    return isNew(await addWorkout(tx, workout), `possibly the same as ${twin.short_id}`)
  const { recording } = workout
  if (policy === 'skip' || !recording || !original) return keepExisting(tx, original, twin)
  const outcome = await addOriginal(tx, twin.id, { recording, original })
  if (outcome === 'known') return keepExisting(tx, original, twin)
  return outcome === 'richer'
    ? { result: 'replaced', reason: 'its recording is richer', workout: twin, original }
    : { result: 'already there', reason: 'kept beside it', workout: twin, original }
}

const mustCompare = ({ workout, policy, summary }: WorkoutToImport) =>
  policy !== 'allow' || summary !== undefined || workout.columns.short_id !== undefined

/** Stores workouts as `storeUnlessDuplicate` does, together if none must be compared with those before it. */
export async function storeWorkouts(
  tx: Tx,
  workouts: readonly WorkoutToImport[],
): Promise<StoreResult[]> {
  if (!workouts.some(mustCompare)) {
    const rows = await addWorkouts(
      tx,
      workouts.map(({ workout }) => workout),
    )
    return rows.map((row) => isNew(row))
  }
  const results: StoreResult[] = []
  for (const workout of workouts) results.push(await storeUnlessDuplicate(tx, workout))
  return results
}

const isNew = (row: WorkoutRow, reason = ''): StoreResult => ({
  result: 'new',
  reason,
  workout: row,
  row,
})

const NOTHING = {
  ...{ min_lat: null, min_lon: null, max_lat: null, max_lon: null },
  original_hash: null,
  leg: null,
  split_id: null,
}

/** Finds the stored workouts that a new one duplicates. */
export const findTwinsOf = ({ db }: Pick<AppContext, 'db'>, { columns }: NewWorkout) =>
  findTwins(db, 0, { ...NOTHING, ...columns })

/** Finds the workout that has the requested short id. */
const findByShortId = async (tx: Tx, { columns: { short_id } }: NewWorkout) =>
  short_id === undefined ? undefined : findWorkout(tx.db, short_id)

function withoutShortId({ columns, segments: _, ...workout }: NewWorkout): NewWorkout {
  const { short_id: __, ...others } = columns
  return { ...workout, columns: others }
}

/** Segments get the requested short ids only if all of these are valid, distinct and unused. */
async function withUnusedIds(tx: Tx, { segments, ...workout }: NewWorkout): Promise<NewWorkout> {
  const ids = new Set(segments?.flatMap(({ short_id }) => short_id ?? []))
  const areUsable =
    ids.size === segments?.length && [...ids].every((id) => decodeShortId(id) !== undefined)
  return areUsable && !(await hasSegments(tx.db, [...ids])) ? { ...workout, segments } : workout
}

function keepExisting(
  tx: Tx,
  original: string | null | undefined,
  workout: Pick<WorkoutRow, 'short_id'>,
): StoreResult {
  if (original) tx.afterCommit(() => tx.files.remove(original))
  return existing(workout)
}

/** The result for an entry whose workout exists already. */
export const existing = (workout: StoreResult['workout']): StoreResult => ({
  result: 'already there',
  reason: '',
  workout,
})

/** A workout, and the upload with its recording, which has been fsynced. */
interface UploadOfWorkout {
  workout: NewWorkout
  upload: Upload
}

/**
 * Moves uploads into the store as the originals of their workouts. Returns their paths relative to the uploads folder.
 *
 * @throws 413 when they exceed the quota of an account, 500 when they cannot be written. In both cases none is stored.
 */
export async function storeUploads(
  ctx: Pick<AppContext, 'files' | 'ids' | 'storageMeter'>,
  workouts: readonly UploadOfWorkout[],
): Promise<string[]> {
  const files = workouts.map(({ workout: { columns }, upload: { name, path, form } }) => ({
    incoming: path,
    relative: uploadPath({
      ...{ userId: columns.user_id, sportId: columns.sport_id, startedAt: columns.workout_date },
      ...{ extension: extensionOf(name), isGzipped: isGzipForm(form), random: ctx.ids.secret(8) },
    }),
  }))
  const releases = await reserveAll(ctx, workouts)
  const copies: string[] = []
  try {
    await linkSharedUploads(files, copies)
    await ctx.files.storeWritten(files)
    return files.map(({ relative }) => relative)
  } catch (cause) {
    for (const copy of copies) await rm(copy, { force: true })
    throw originalNotStored(cause)
  } finally {
    for (const release of releases) release()
  }
}

/**
 * Gives each workout a separate file when several share an upload, so that deleting one leg does not affect the
 * others. The file system stores the content once. Adds the paths of the new links to `copies`.
 */
async function linkSharedUploads(
  files: { incoming: string; relative: string }[],
  copies: string[],
): Promise<void> {
  const used = new Set<string>()
  for (const file of files) {
    if (used.has(file.incoming)) {
      const copy = `${file.incoming}-${used.size}`
      await link(file.incoming, copy)
      copies.push(copy)
      file.incoming = copy
    }
    used.add(file.incoming)
  }
}

/** Reserves quota for originals. @throws 413 when they exceed the quota of an account. No quota is reserved then. */
async function reserveAll(
  { storageMeter }: Pick<AppContext, 'storageMeter'>,
  workouts: readonly UploadOfWorkout[],
): Promise<(() => void)[]> {
  const releases: (() => void)[] = []
  for (const { workout, upload } of workouts) {
    const added = { bytes: Bun.file(upload.path).size, files: 1 }
    const room = await storageMeter.reserve(workout.columns.user_id, added)
    if (room.exceeded) {
      for (const release of releases) release()
      throw storageQuotaExceeded()
    }
    releases.push(room.release)
  }
  return releases
}
