import type { AppContext } from '@/context'
import type { DuplicatePolicy, ImportResult } from '@/db/columns'
import { hasSegments } from '@/db/queries/segments'
import { findTwins } from '@/db/queries/workout-duplicates'
import { findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { uuidOf } from '@/lib/short-id'
import { addOriginal } from '@/use-cases/workouts/add-original'
import { type Addition, addWorkout } from '@/use-cases/workouts/write-workout'
import { keepOriginals, newWorkout, type ReadRecording } from './store-recording'

type Tx = InTransaction<AppContext>

/** What became of an entry that was read, and the workout it is now, or repeats. */
export interface Stored {
  result: Extract<ImportResult, 'new' | 'already there' | 'replaced'>
  reason: string
  workout: Pick<WorkoutRow, 'short_id'>
  /** Only of a new one. */
  row?: WorkoutRow
  /** The file that is of use to a workout that was there before. */
  original?: string
}

/** What became of an entry: a workout, new or there already, or the text why it is left out or cannot be used. */
export interface FileOutcome {
  file: { name: string }
  stored?: Stored
  leftOut?: string
  refusal?: string
}

/**
 * Stores one recording that was read, its file included, like `storeJudged`; `alongside` runs in the same transaction.
 */
export async function storeOne<Result>(
  ctx: AppContext,
  recording: ReadRecording,
  alongside: (tx: Tx, stored: Stored) => Promise<Result>,
): Promise<{ stored: Stored; result: Result }> {
  const [original = ''] = await keepOriginals(ctx, [recording])
  const policy = recording.given.data.duplicates ?? 'allow'
  const store = async (tx: Tx) => {
    const addition = newWorkout(tx, { ...recording, original })
    const stored = await storeJudged(tx, { addition, policy })
    return { stored, result: await alongside(tx, stored) }
  }
  return transact(ctx, store).catch(async (error) => {
    await ctx.files.remove(original)
    throw error
  })
}

/** A workout to be stored, and what becomes of it when it repeats another. */
export interface ToBeJudged {
  addition: Addition
  policy: DuplicatePolicy
}

/**
 * Stores a workout, whose file is in its place if it has one, unless it repeats another and the policy says to do
 * something else with those. A file that is of no use is removed after the commit. A short id that is taken already
 * belongs to the same workout, or is made anew.
 */
export async function storeJudged(
  tx: Tx,
  { addition: given, policy }: ToBeJudged,
): Promise<Stored> {
  const { original_file: original } = given.columns
  const same = await findKept(tx, given)
  if (same?.user_id === given.columns.user_id) return leave(tx, original, same)
  const addition = await withFreeIds(tx, same ? withoutShortId(given) : given)
  if (policy === 'allow') return isNew(await addWorkout(tx, addition))
  const [twin] = await findTwinsOf(tx, addition)
  if (twin === undefined) return isNew(await addWorkout(tx, addition))
  if (policy === 'flag')
    return isNew(await addWorkout(tx, addition), `possibly the same as ${twin.short_id}`)
  const { track } = addition
  if (policy === 'skip' || !track || !original) return leave(tx, original, twin)
  const outcome = await addOriginal(tx, twin.id, { track, original })
  if (outcome === 'known') return leave(tx, original, twin)
  return outcome === 'richer'
    ? { result: 'replaced', reason: 'its recording is richer', workout: twin, original }
    : { result: 'already there', reason: 'kept beside it', workout: twin, original }
}

const isNew = (row: WorkoutRow, reason = ''): Stored => ({
  result: 'new',
  reason,
  workout: row,
  row,
})

const NOTHING = {
  ...{ min_lat: null, min_lon: null, max_lat: null, max_lon: null },
  original_hash: null,
}

/** The workouts that one which is not stored yet repeats. */
export const findTwinsOf = ({ db }: Pick<AppContext, 'db'>, { columns }: ToBeJudged['addition']) =>
  findTwins(db, 0, { ...NOTHING, ...columns })

/** The workout with the short id that is asked for. */
const findKept = async (tx: Tx, { columns: { short_id } }: Addition) =>
  short_id === undefined ? undefined : findWorkout(tx.db, short_id)

function withoutShortId({ columns, segments: _, ...addition }: Addition): Addition {
  const { short_id: __, ...others } = columns
  return { ...addition, columns: others }
}

/** Segments keep their short ids only when each of them is one, and free. */
async function withFreeIds(tx: Tx, { segments, ...addition }: Addition): Promise<Addition> {
  const ids = new Set(segments?.flatMap(({ short_id }) => short_id ?? []))
  const areSound = ids.size === segments?.length && [...ids].every((id) => uuidOf(id) !== undefined)
  return areSound && !(await hasSegments(tx.db, [...ids])) ? { ...addition, segments } : addition
}

function leave(
  tx: Tx,
  original: string | null | undefined,
  workout: Pick<WorkoutRow, 'short_id'>,
): Stored {
  if (original) tx.afterCommit(() => tx.files.remove(original))
  return { result: 'already there', reason: '', workout }
}
