import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/context'
import type { WorkoutRow } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { syncLog } from '@/db/upkeep'
import { AppError } from '@/errors'
import { isPassing } from '@/lib/faults'
import { type Remedy, TrackError } from '@/tracks/track-error'
import { addWorkouts } from '@/use-cases/workouts/write-workout'
import { ExportError } from './export-archive'
import {
  type Batch,
  discard,
  type Entry,
  entriesOf,
  type Found,
  ReadAhead,
  type Reading,
} from './read-ahead'
import { type FileOutcome, type Stored, storeJudged, type ToBeJudged } from './store-judged'
import { keepOriginals, newWorkout } from './store-recording'

type Tx = InTransaction<AppContext>

/** Callbacks for the progress of an import. */
export interface BatchListener {
  /** Whether commits may reach the disk a little later (see `transact`); they have when the import is over. */
  syncedLater?: boolean
  /** Asked whenever some files were stored; false ends the import there. What was read is never read in vain. */
  shouldContinue?: () => Promise<boolean>
  /** Runs in the transaction that stores the workouts of a few files, those among them that were refused included. */
  alongside?: (tx: Tx, outcomes: readonly FileOutcome[]) => Promise<void>
  imported?: (workout: WorkoutRow, file: FileOutcome['file']) => void
  /** Called for a file that repeats a workout and made none. */
  repeated?: (file: FileOutcome['file'], stored: Stored) => void
  /** Called for an entry that is none of those to import, with the reason. */
  leftOut?: (file: FileOutcome['file'], reason: string) => void
  /** Called for a file that cannot be used, with the reason. */
  refused?: (file: FileOutcome['file'], message: string) => void
}

/** Imports recordings as `importEntries` does. */
export const importEach = (ctx: AppContext, batch: Batch, listener: BatchListener): Promise<void> =>
  importEntries(ctx, entriesOf(ctx, batch), listener)

/**
 * Imports entries in their order, a few in each transaction; a fault in one does not stop the others. While some are
 * being stored, the next are already being read.
 *
 * @throws errors that are not an entry's fault, such as a full disk; the entries before it stay imported.
 */
export async function importEntries(
  ctx: AppContext,
  entries: readonly Entry[],
  listener: BatchListener,
): Promise<void> {
  const ahead = new ReadAhead(entries)
  let onDisk = Promise.resolve()
  try {
    for (;;) {
      const group = await ahead.nextGroup()
      if (group.length === 0) return
      try {
        await storeGroup(ctx, group, listener)
      } finally {
        for (const reading of group) await discard(reading)
      }
      await onDisk
      if (listener.syncedLater) onDisk = syncLog(ctx.db)
      // A failure is told when it is waited for.
      onDisk.catch(() => undefined)
      if (!((await listener.shouldContinue?.()) ?? true)) return
    }
  } finally {
    await Promise.all([ahead.discard(), onDisk])
  }
}

/** Stores files together, or one by one where that fails, so that those before a fault are stored. */
async function storeGroup(
  ctx: AppContext,
  group: readonly Reading[],
  listener: BatchListener,
): Promise<void> {
  const faulty = group.findIndex(isFaulty)
  const sound = faulty < 0 ? group : group.slice(0, faulty)
  const originals = new Map<Reading, string>()
  try {
    await commit(ctx, { group: sound, originals }, listener).catch(async (error) => {
      if (sound.length === 1) throw error
      for (const reading of sound) await commit(ctx, { group: [reading], originals }, listener)
    })
  } finally {
    for (const original of originals.values()) await ctx.files.remove(original)
  }
  if (faulty >= 0) throw group[faulty]?.error
}

interface Commit {
  group: readonly Reading[]
  /** Files that are in their place, while their workouts are not stored. */
  originals: Map<Reading, string>
}

async function commit(
  ctx: AppContext,
  { group, originals }: Commit,
  listener: BatchListener,
): Promise<void> {
  if (group.length === 0) return
  const ready: Ready[] = []
  for (const reading of group) ready.push(await makeReady(reading))
  await keep(ctx, ready, originals)
  const store = async (tx: Tx) => {
    const stored = await storeReady(tx, ready, originals)
    const all = ready.map((each) => outcomeOf(each, stored.get(each)))
    // Requests go before each piece of this, as the commit takes long enough by itself.
    await setImmediate()
    await listener.alongside?.(tx, all)
    await setImmediate()
    return all
  }
  const outcomes = await transact(ctx, store, { syncedLater: listener.syncedLater ?? false })
  await setImmediate()
  for (const reading of group) originals.delete(reading)
  for (const outcome of outcomes) tell(listener, outcome)
}

function tell(listener: BatchListener, { file, stored, leftOut, refusal }: FileOutcome): void {
  if (stored?.row) listener.imported?.(stored.row, file)
  else if (stored) listener.repeated?.(file, stored)
  else if (leftOut !== undefined) listener.leftOut?.(file, leftOut)
  else listener.refused?.(file, refusal ?? '')
}

/** A reading with its equipment, or with what went wrong. */
interface Ready {
  reading: Reading
  found?: Found | undefined
  error?: unknown
}

/** @throws what is not the entry's fault */
async function makeReady(reading: Reading): Promise<Ready> {
  const { found, error } = reading
  if (!found || !('equipments' in found) || !found.equipments) return { reading, found, error }
  try {
    const equipments = await found.equipments()
    if (found.kind === 'numbers')
      return { reading, found: { ...found, addition: { ...found.addition, equipments } } }
    const { given, measured } = found.recording
    return {
      reading,
      found: { ...found, recording: { given: { ...given, equipments }, measured } },
    }
  } catch (cause) {
    refusalOf(cause)
    return { reading, error: cause }
  }
}

function toBeJudged(
  tx: Tx,
  { reading, found }: Ready,
  originals: ReadonlyMap<Reading, string>,
): ToBeJudged | undefined {
  if (found?.kind === 'numbers') return found
  if (found?.kind !== 'recording') return undefined
  const { recording } = found
  const addition = newWorkout(tx, { ...recording, original: originals.get(reading) ?? '' })
  return { addition, policy: recording.given.data.duplicates ?? 'allow' }
}

const isJudged = ({ addition, policy }: ToBeJudged) =>
  policy !== 'allow' || addition.columns.short_id !== undefined

/** Stores workouts together, or one after the other where each has to be compared with those before. */
async function storeReady(
  tx: Tx,
  ready: readonly Ready[],
  originals: ReadonlyMap<Reading, string>,
): Promise<Map<Ready, Stored>> {
  const stored = new Map<Ready, Stored>()
  const judged = new Map<Ready, ToBeJudged>()
  for (const each of ready) {
    if (each.found?.kind === 'present')
      stored.set(each, { result: 'already there', reason: '', workout: each.found.workout })
    const one = toBeJudged(tx, each, originals)
    if (one) judged.set(each, one)
  }
  if ([...judged.values()].some(isJudged)) {
    for (const [each, one] of judged) stored.set(each, await storeJudged(tx, one))
    return stored
  }
  const additions = [...judged.values()].map(({ addition }) => addition)
  const rows = await addWorkouts(tx, additions)
  for (const [index, each] of [...judged.keys()].entries()) {
    const row = rows[index]
    if (row) stored.set(each, { result: 'new', reason: '', workout: row, row })
  }
  return stored
}

/** Puts the files in their place, and on disk, that are not there yet. */
async function keep(
  ctx: AppContext,
  ready: readonly Ready[],
  originals: Map<Reading, string>,
): Promise<void> {
  const arrived = ready.flatMap(({ reading, found }) =>
    found?.kind === 'recording' && !originals.has(reading)
      ? [{ reading, recording: found.recording }]
      : [],
  )
  if (arrived.length === 0) return
  const kept = await keepOriginals(
    ctx,
    arrived.map(({ recording }) => recording),
  )
  for (const [index, { reading }] of arrived.entries()) {
    originals.set(reading, kept[index] ?? '')
    reading.path = undefined
  }
  // An import of all that somebody has would take all memory, for what is not read again soon.
  ctx.evict(kept.map(ctx.files.pathOf)).catch(() => undefined)
}

function outcomeOf({ reading, found, error }: Ready, stored: Stored | undefined): FileOutcome {
  const file = reading.entry
  if (stored) return { file, stored }
  return found?.kind === 'left out'
    ? { file, leftOut: found.reason }
    : { file, refusal: refusalOf(error) }
}

/** Whether an entry could not be read for a reason that is not its own. */
function isFaulty({ found, error }: Reading): boolean {
  if (found) return false
  try {
    refusalOf(error)
    return false
  } catch {
    return true
  }
}

/** The reason why a file cannot be used. @throws errors that are not the file's fault. */
export function refusalOf(error: unknown): string {
  if (error instanceof TrackError || error instanceof ExportError) return error.message
  if (error instanceof AppError && !isPassing(error) && 'message' in error.body) {
    const { message, remedy } = error.body as { message: unknown; remedy?: Remedy }
    return remedy?.code === 'sport_unknown' ? remedy.text : String(message)
  }
  throw error
}
