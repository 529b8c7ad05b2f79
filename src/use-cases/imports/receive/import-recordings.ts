import { setImmediate } from 'node:timers/promises'
import { describeRemedy } from '@/domain/tracks/remedies'
import { type MissingDetails, TrackError } from '@/domain/tracks/track-error'
import { AppError } from '@/lib/errors'
import { findWorkerLoss, isDiskFailed, isTransient, systemErrorCode } from '@/lib/system-errors'
import type { AppContext } from '@/services/context'
import { syncLog } from '@/store/db/connections/maintenance'
import { type InTransaction, transact, undoing } from '@/store/db/connections/transact'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import {
  attachImportedPhotos,
  describeUnreadPhotos,
} from '@/use-cases/imports/services/import-photos'
import { ExportError } from '@/use-cases/imports/services/read-service-export'
import {
  type FileOutcome,
  legsOf,
  linkResults,
  type StoreResult,
  storeUploads,
  storeWorkouts,
  type WorkoutToImport,
  withOriginal,
} from '@/use-cases/imports/store/store-workouts'
import { type Batch, discard, type Entry, entriesOf, ReadAhead, type Reading } from './read-ahead'

type Tx = InTransaction<AppContext>

/** Callbacks for the progress of an import. */
export interface BatchListener {
  /** Whether commits need not be durable at once (see `transact`). They are durable when the import ends. */
  syncedLater?: boolean
  /** Called after each group of files. False ends the import there; files that were read ahead are discarded. */
  shouldContinue?: () => Promise<boolean>
  /** Runs in the transaction that stores a group of files. Also gets the outcomes of rejected files. */
  alongside?: (tx: Tx, outcomes: readonly FileOutcome[]) => Promise<void>
  imported?: (workout: WorkoutRow, file: FileOutcome['file']) => void
  /** Called for a file that repeats a workout, so no new workout was created. */
  repeated?: (file: FileOutcome['file'], stored: StoreResult) => void
  /** Called for an entry that is not to be imported, with the reason. */
  leftOut?: (file: FileOutcome['file'], reason: string) => void
  /**
   * Called for a rejected file, with the reason. `mayWorkLater` is true if its worker was lost twice or a system error
   * occurred.
   */
  rejected?: (
    file: FileOutcome['file'],
    message: string,
    more: { mayWorkLater: boolean; remedy: string | undefined },
  ) => void
}

/** Imports recordings as `importEntries` does. */
export const importEach = (ctx: AppContext, batch: Batch, listener: BatchListener): Promise<void> =>
  importEntries(ctx, entriesOf(ctx, batch), listener)

/**
 * Imports entries in order, several in each transaction. A rejected entry does not stop the others. Reads the next
 * entries while some are being stored.
 *
 * @throws errors unrelated to a single entry, such as a full disk; entries before the error stay imported.
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
      // Prevents an unhandled rejection; `onDisk` is awaited after the next group.
      onDisk.catch(() => undefined)
      if (!((await listener.shouldContinue?.()) ?? true)) return
    }
  } finally {
    await Promise.all([ahead.discard(), onDisk])
  }
}

/**
 * Stores a group of entries in one transaction; if that fails, one by one, so that the entries before an error are
 * stored.
 */
async function storeGroup(
  ctx: AppContext,
  group: readonly Reading[],
  listener: BatchListener,
): Promise<void> {
  const errorIndex = group.findIndex(hasGeneralError)
  const valid = errorIndex < 0 ? group : group.slice(0, errorIndex)
  const oneByOne = async (error: unknown) => {
    if ((valid.length === 1 && !isQuotaError(error)) || isDiskFailed(error)) throw error
    for (const reading of valid) await commitWithinQuota(ctx, reading, listener)
  }
  await commit(ctx, valid, listener)
    .catch(oneByOne)
    .catch(
      undoing(async () => {
        for (const reading of valid) await removeOriginals(ctx, reading)
      }),
    )
  if (errorIndex >= 0) throw group[errorIndex]?.error
}

/** Stores one entry, or reports that it exceeds its owner's quota. Smaller entries after it may still fit. */
async function commitWithinQuota(
  ctx: AppContext,
  reading: Reading,
  listener: BatchListener,
): Promise<void> {
  try {
    await commit(ctx, [reading], listener)
  } catch (error) {
    if (!isQuotaError(error)) throw error
    await removeOriginals(ctx, reading)
    reading.content = undefined
    reading.error = error
    await commit(ctx, [reading], listener)
  }
}

/** Storing an entry throws this status only for quotas. */
const isQuotaError = (error: unknown) => error instanceof AppError && error.httpStatus === 413

async function removeOriginals({ files }: AppContext, reading: Reading): Promise<void> {
  const { originals = [] } = reading
  reading.originals = undefined
  for (const original of originals) await files.remove(original)
}

async function commit(
  ctx: AppContext,
  group: readonly Reading[],
  listener: BatchListener,
): Promise<void> {
  if (group.length === 0) return
  for (const reading of group) await resolveEquipment(reading)
  await storeOriginals(ctx, group)
  const store = async (tx: Tx) => {
    const stored = await storeNew(tx, group)
    for (const reading of group)
      await attachImportedPhotos(tx, reading.content, stored.get(reading)?.[0])
    const all = group.map((reading) => outcomeOf(reading, stored.get(reading) ?? []))
    // Lets requests run between the steps, because the commit itself blocks long enough.
    await setImmediate()
    await listener.alongside?.(tx, all)
    await setImmediate()
    return all
  }
  const outcomes = await transact(ctx, store, { syncedLater: listener.syncedLater ?? false })
  await setImmediate()
  for (const reading of group) reading.originals = undefined
  for (const outcome of outcomes) notifyListener(listener, outcome)
}

function notifyListener(listener: BatchListener, outcome: FileOutcome): void {
  const { file, stored, further = [], leftOut, rejection, remedy } = outcome
  const { mayWorkLater = false } = outcome
  if (stored) {
    for (const result of [stored, ...further])
      if (result.row) listener.imported?.(result.row, file)
      else listener.repeated?.(file, result)
  } else if (leftOut !== undefined) listener.leftOut?.(file, leftOut)
  else listener.rejected?.(file, rejection ?? '', { mayWorkLater, remedy })
}

/** Resolves the equipment of an entry's workouts. An error that concerns only this entry rejects it. @throws all other errors. */
async function resolveEquipment(reading: Reading): Promise<void> {
  const { content } = reading
  if (content?.kind !== 'new' || !content.equipments) return
  try {
    const { equipments, ...others } = content
    const { items, unsuitable } = await equipments()
    const [first = others, ...further] = legsOf(others).map((leg, index) => ({
      ...leg,
      workout: { ...leg.workout, equipments: items[index] ?? [] },
    }))
    const { photoIds = [], unreadPhotos = [] } = others
    const photos = { photoIds, unreadPhotos }
    reading.content = { ...first, ...photos, kind: 'new', ...(further.length > 0 && { further }) }
    reading.note = describeUnsuitable(unsuitable)
  } catch (error) {
    describeRejection(error)
    reading.content = undefined
    reading.error = error
  }
}

/** Formats the remark about equipment that is left out of a workout; undefined if there is none. */
export const describeUnsuitable = (labels: readonly string[]): string | undefined =>
  labels.length === 0
    ? undefined
    : `without gear that does not suit the sport: ${labels.join(', ')}`

/** Stores the new workouts of a group, in order. Returns the results for the workouts of each reading. */
async function storeNew(
  tx: Tx,
  group: readonly Reading[],
): Promise<Map<Reading, readonly StoreResult[]>> {
  const workouts: { reading: Reading; workout: WorkoutToImport }[] = []
  for (const reading of group) {
    const { content, originals } = reading
    if (content?.kind !== 'new') continue
    for (const [index, leg] of legsOf(content).entries()) {
      const original = originals?.[index]
      const workout = original === undefined ? leg : withOriginal(tx, leg, original)
      workouts.push({ reading, workout })
    }
  }
  const results = await storeWorkouts(
    tx,
    workouts.map(({ workout }) => workout),
  )
  const byReading = Map.groupBy(
    results.map((result, index) => ({ result, reading: workouts[index]?.reading })),
    ({ reading }) => reading,
  )
  const stored = new Map<Reading, readonly StoreResult[]>()
  for (const [reading, those] of byReading)
    if (reading)
      stored.set(
        reading,
        await linkResults(
          tx,
          those.map(({ result }) => result),
        ),
      )
  return stored
}

/** Moves uploads into the store, except those already there. */
async function storeOriginals(ctx: AppContext, group: readonly Reading[]): Promise<void> {
  const uploaded = group.flatMap((reading) => {
    const { content, originals } = reading
    if (content?.kind !== 'new' || !content.upload || originals) return []
    const { upload } = content
    return legsOf(content).map(({ workout }) => ({ reading, workout, upload }))
  })
  if (uploaded.length === 0) return
  const originals = await storeUploads(ctx, uploaded)
  for (const [index, { reading }] of uploaded.entries()) {
    reading.originals = [...(reading.originals ?? []), originals[index] ?? '']
    reading.path = undefined
  }
}

const withNote = (stored: StoreResult, note: string | undefined): StoreResult =>
  note === undefined || !stored.row
    ? stored
    : { ...stored, reason: [stored.reason, note].filter(Boolean).join('; ') }

function outcomeOf(
  { entry: file, content, note: remark, error }: Reading,
  [stored, ...further]: readonly StoreResult[],
): FileOutcome {
  const note = [remark, describeUnreadPhotos(content)].filter(Boolean).join('; ') || undefined
  if (stored)
    return { file, stored: withNote(stored, note), ...(further.length > 0 && { further }) }
  if (content?.kind === 'present') return { file, stored: content.stored }
  return content?.kind === 'left out'
    ? { file, leftOut: content.reason }
    : {
        file,
        rejection: describeRejection(error),
        remedy: describeRemedy(error),
        mayWorkLater: isEnvironmentError(error),
      }
}

/** Whether an entry could not be read for a reason that concerns other entries too. */
function hasGeneralError({ content, error }: Reading): boolean {
  if (content) return false
  try {
    describeRejection(error)
    return false
  } catch {
    return true
  }
}

/** Whether reading a file failed because of its worker or the system. Other files may still be readable. */
export const isEnvironmentError = (error: unknown): boolean =>
  findWorkerLoss(error) !== undefined || systemErrorCode(error) !== undefined

/**
 * Returns why a file was rejected: a problem of its content, or what made reading it fail twice.
 *
 * @throws errors that concern other files too, such as a full disk, and programming errors.
 */
export function describeRejection(error: unknown): string {
  const loss = findWorkerLoss(error)
  if (loss && loss.reason !== 'stop') return loss.message
  const code = isTransient(error) ? undefined : systemErrorCode(error)
  if (code !== undefined) return `the server could not read the file (${code})`
  if (error instanceof TrackError || error instanceof ExportError) return error.message
  if (error instanceof AppError && !isTransient(error) && 'message' in error.body) {
    const { message, remedy } = error.body as { message: unknown; remedy?: MissingDetails }
    return remedy?.code === 'sport_unknown' ? remedy.text : String(message)
  }
  throw error
}
