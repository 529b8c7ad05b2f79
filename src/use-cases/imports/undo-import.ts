import { setImmediate } from 'node:timers/promises'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { ALL_TIME } from '@/db/queries/best-efforts'
import { deleteImportedComments } from '@/db/queries/comments'
import { deleteImportedEquipments } from '@/db/queries/equipments'
import {
  hasLaterEntry,
  type ImportEntryRow,
  listImportEntriesBefore,
  recountImportEntries,
  updateImportEntry,
} from '@/db/queries/import-entries'
import { noteLoadUpdate } from '@/db/queries/load-updates'
import { deleteImportedThresholds } from '@/db/queries/thresholds'
import { deleteImportedWeights } from '@/db/queries/weights'
import { listKeptOriginals } from '@/db/queries/workout-duplicates'
import { findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { type InTransaction, transact } from '@/db/transact'
import { badRequest } from '@/errors'
import { isOpenTask } from '@/policy/task'
import { takeBackOriginal } from '@/use-cases/workouts/take-back-original'
import { eraseWorkout } from '@/use-cases/workouts/write-workout'
import { requireOwnTask } from './read-upload-tasks'

type Tx = InTransaction<AppContext>

/** How many workouts an undone import has left: gone, with their former recording again, and not touched. */
export interface Undone {
  removed: number
  restored: number
  /** Those that were changed since by something that has to be undone first; the report says by what. */
  left: number
}

/** Entries that are taken back in one transaction. */
const AT_ONCE = 10

/**
 * Takes back what an import made, the last first: workouts that it created and that are still there, recordings that it
 * replaced and files that it kept beside others, then equipment that nothing else uses, comments, weights and
 * thresholds. What else was done to those workouts since, by another import or by merging, is not lost: they stay as
 * they are.
 *
 * @throws 404; 400 while the import goes on.
 */
export async function undoImport(
  ctx: AppContext,
  caller: Caller,
  shortId: string,
): Promise<Undone> {
  const task = await requireOwnTask(ctx, caller, shortId)
  if (isOpenTask(task)) throw badRequest('queued or ongoing imports can not be undone')
  const undone: Undone = { removed: 0, restored: 0, left: 0 }
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await listImportEntriesBefore(ctx.db, { taskId: task.id, before, limit: AT_ONCE })
    const last = rows.at(-1)
    if (last === undefined) break
    const results = await transact(ctx, (tx) => takeBackAll(tx, task.user_id, rows))
    for (const result of results) if (result) undone[result] += 1
    before = last.id
  }
  await transact(ctx, async (tx) => {
    await deleteImportedComments(tx.db, task.id)
    await deleteImportedEquipments(tx.db, task.id)
    await deleteImportedWeights(tx.db, task.id)
    if (await deleteImportedThresholds(tx.db, task.id))
      await noteLoadUpdate(tx.db, task.user_id, ALL_TIME)
    await recountImportEntries(tx.db, task.id)
  })
  return undone
}

async function takeBackAll(tx: Tx, userId: number, rows: readonly ImportEntryRow[]) {
  const results: (keyof Undone | undefined)[] = []
  for (const row of rows) {
    results.push(await takeBack(tx, userId, row))
    // Who only reads goes on.
    await setImmediate()
  }
  return results
}

/** Takes back what was made of one file. */
async function takeBack(
  tx: Tx,
  userId: number,
  entry: ImportEntryRow,
): Promise<keyof Undone | undefined> {
  const { id, made, result, workout_short_id: shortId } = entry
  const hasMade = result === 'new' || (made !== null && MADE.has(result))
  if (!hasMade || shortId === null) return undefined
  const workout = await findWorkout(tx.db, shortId)
  const mark = () => updateImportEntry(tx.db, id, { result: 'undone', reason: '' })
  if (workout?.user_id !== userId) {
    await mark()
    return undefined
  }
  const { became, reason } = (await hasLaterEntry(tx.db, { shortId, after: id }))
    ? left(LATER_IMPORT)
    : await takeBackFrom(tx, workout, entry)
  if (reason === undefined) await mark()
  else await updateImportEntry(tx.db, id, { reason })
  return became
}

/** What became of a workout, if anything, and the reason why it stays. */
interface TakenFrom {
  became: keyof Undone | undefined
  reason?: string
}

const left = (reason: string): TakenFrom => ({ became: 'left', reason })

const MADE: ReadonlySet<string> = new Set(['replaced', 'already there'])

const LATER_IMPORT = 'not undone: a later import added a recording to the workout'
const OTHER_RECORDING = 'not undone: the workout has another recording by now'
const OTHER_SPORT = 'not undone: the workout has another sport by now'

async function takeBackFrom(
  tx: Tx,
  workout: WorkoutRow,
  { made, result }: ImportEntryRow,
): Promise<TakenFrom> {
  if (result !== 'new') {
    const outcome = await takeBackOriginal(tx, workout, made ?? '')
    if (outcome === 'changed') return left(OTHER_SPORT)
    return { became: outcome === 'gone' ? undefined : 'restored' }
  }
  const beside = await listKeptOriginals(tx.db, workout.id)
  if (workout.original_file !== made || beside.length > 0) return left(OTHER_RECORDING)
  await eraseWorkout(tx, workout, { keepsRecordIds: true })
  return { became: 'removed' }
}
