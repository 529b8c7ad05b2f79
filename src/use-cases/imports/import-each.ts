import type { AppContext } from '@/context'
import type { WorkoutRow } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { syncLog } from '@/db/upkeep'
import { AppError } from '@/errors'
import { isPassing } from '@/lib/faults'
import { type Remedy, TrackError } from '@/tracks/track-error'
import { addWorkouts } from '@/use-cases/workouts/write-workout'
import { type Batch, discard, ReadAhead, type Reading } from './read-ahead'
import { type Stored, storeJudged } from './store-judged'
import { keepOriginals, newWorkout, type ReadRecording } from './store-recording'
import type { PackedFile } from './unpack'

/** What became of a file: a workout, new or there already, or the text why it cannot be used. */
export interface FileOutcome {
  file: PackedFile
  stored?: Stored
  refusal?: string
}

/** Callbacks for the progress of an import. */
export interface BatchListener {
  /** Whether commits may reach the disk a little later (see `transact`); they have when the import is over. */
  syncedLater?: boolean
  /** Asked whenever some files were stored; false ends the import there. What was read is never read in vain. */
  shouldContinue?: () => Promise<boolean>
  /** Runs in the transaction that stores the workouts of a few files, those among them that were refused included. */
  alongside?: (tx: InTransaction<AppContext>, outcomes: readonly FileOutcome[]) => Promise<void>
  imported?: (workout: WorkoutRow, file: PackedFile) => void
  /** Called for a file that repeats a workout and made none. */
  repeated?: (file: PackedFile, stored: Stored) => void
  /** Called for a file that cannot be used, with the reason. */
  refused?: (file: PackedFile, message: string) => void
}

/**
 * Imports recordings in their order, a few in each transaction; a fault in one does not stop the others. While some are
 * being stored, the next are already being read.
 *
 * @throws errors that are not a file's fault, such as a full disk; the files before it stay imported.
 */
export async function importEach(
  ctx: AppContext,
  batch: Batch,
  listener: BatchListener,
): Promise<void> {
  const ahead = new ReadAhead(ctx, batch)
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
  const read = group.flatMap((reading) =>
    reading.recording ? [{ reading, ...reading.recording }] : [],
  )
  await keep(ctx, read, originals)
  const store = async (tx: InTransaction<AppContext>) => {
    const byReading = await storeRead(tx, read, originals)
    const all = group.map((reading) => outcomeOf(reading, byReading.get(reading)))
    await listener.alongside?.(tx, all)
    return all
  }
  const outcomes = await transact(ctx, store, { syncedLater: listener.syncedLater ?? false })
  for (const reading of group) originals.delete(reading)
  for (const { file, stored, refusal } of outcomes) {
    if (stored?.row) listener.imported?.(stored.row, file)
    else if (stored) listener.repeated?.(file, stored)
    else listener.refused?.(file, refusal ?? '')
  }
}

/** Stores recordings together, or one after the other where each has to be compared with those before. */
async function storeRead(
  tx: InTransaction<AppContext>,
  read: readonly (ReadRecording & { reading: Reading })[],
  originals: ReadonlyMap<Reading, string>,
): Promise<Map<Reading, Stored>> {
  const stored = new Map<Reading, Stored>()
  const recordings = read.map((each) => ({ ...each, original: originals.get(each.reading) ?? '' }))
  if (recordings.some(({ given }) => (given.data.duplicates ?? 'allow') !== 'allow')) {
    for (const each of recordings) stored.set(each.reading, await storeJudged(tx, each))
    return stored
  }
  const rows = await addWorkouts(
    tx,
    recordings.map((each) => newWorkout(tx, each)),
  )
  for (const [index, { reading }] of read.entries()) {
    const row = rows[index]
    if (row) stored.set(reading, { result: 'new', reason: '', workout: row, row })
  }
  return stored
}

/** Puts the files in their place, and on disk, that are not there yet. */
async function keep(
  ctx: AppContext,
  read: readonly (ReadRecording & { reading: Reading })[],
  originals: Map<Reading, string>,
): Promise<void> {
  const arrived = read.filter(({ reading }) => !originals.has(reading))
  const kept = await keepOriginals(ctx, arrived)
  for (const [index, { reading }] of arrived.entries()) {
    originals.set(reading, kept[index] ?? '')
    reading.path = undefined
  }
}

const outcomeOf = (reading: Reading, stored: Stored | undefined): FileOutcome =>
  stored
    ? { file: reading.file, stored }
    : { file: reading.file, refusal: refusalOf(reading.error) }

/** Whether a file could not be read for a reason that is not its own. */
function isFaulty({ recording, error }: Reading): boolean {
  if (recording) return false
  try {
    refusalOf(error)
    return false
  } catch {
    return true
  }
}

/** The reason why a file cannot be used. @throws errors that are not the file's fault. */
export function refusalOf(error: unknown): string {
  if (error instanceof TrackError) return error.message
  if (error instanceof AppError && !isPassing(error) && 'message' in error.body) {
    const { message, remedy } = error.body as { message: unknown; remedy?: Remedy }
    return remedy?.code === 'sport_unknown' ? remedy.text : String(message)
  }
  throw error
}
