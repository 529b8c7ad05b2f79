import { setImmediate } from 'node:timers/promises'
import { badRequest } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { isOpenTask } from '@/policy/task'
import type { AppContext } from '@/services/context'
import { queueEvent } from '@/services/webhooks/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { deleteImportedThresholds } from '@/store/db/queries/accounts/thresholds'
import { deleteImportedWeights } from '@/store/db/queries/accounts/weights'
import { deleteImportedEquipments } from '@/store/db/queries/catalogue/equipments'
import { deleteImportedCourses } from '@/store/db/queries/courses/saved-courses'
import { deleteImportedSegments } from '@/store/db/queries/segments/ranked-segments'
import { deleteImportedComments } from '@/store/db/queries/social/comments'
import {
  hasLaterEntry,
  type ImportEntryRow,
  listImportEntriesBefore,
  recountImportEntries,
  updateImportEntry,
} from '@/store/db/queries/tasks/import-entries'
import { ALL_TIME } from '@/store/db/queries/workouts/best-efforts'
import { listSplitParts } from '@/store/db/queries/workouts/events'
import { scheduleLoadUpdate } from '@/store/db/queries/workouts/load-updates'
import { listPreviousOriginals } from '@/store/db/queries/workouts/workout-duplicates'
import { findWorkout, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { deleteImportedPhotos } from '@/use-cases/imports/services/import-photos'
import { undoAddedOriginal } from '@/use-cases/workouts/write/restore-original'
import { deleteWorkoutAndFiles } from '@/use-cases/workouts/write/write-workout'
import { requireOwnTask } from './read-upload-tasks'

type Tx = InTransaction<AppContext>

/** Number of workouts that undoing an import has deleted, restored to their previous recording, or left unchanged. */
export interface UndoSummary {
  removed: number
  restored: number
  /** Workouts left unchanged because of a later change that must be undone first. The report contains the reasons. */
  left: number
}

/** Number of entries that are undone in one transaction. */
const BATCH_SIZE = 10

/**
 * Undoes an import, last entry first: deletes workouts that it created, restores recordings that it replaced, deletes
 * files that it added to other workouts, then deletes equipment that is not used otherwise, comments, weights,
 * thresholds, courses and segments. Privacy zones and settings stay, because deleting them might show something. A
 * workout that was changed later, by another import or by merging, is left unchanged so that the later change is not
 * lost.
 *
 * @throws 404; 400 while the import is in progress.
 */
export async function undoImport(
  ctx: AppContext,
  caller: Caller,
  shortId: string,
): Promise<UndoSummary> {
  const task = await requireOwnTask(ctx, caller, shortId)
  if (isOpenTask(task)) throw badRequest('queued or ongoing imports can not be undone')
  const undone: UndoSummary = { removed: 0, restored: 0, left: 0 }
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await listImportEntriesBefore(ctx.db, {
      taskId: task.id,
      before,
      limit: BATCH_SIZE,
    })
    const last = rows.at(-1)
    if (last === undefined) break
    const results = await transact(ctx, (tx) => undoEntries(tx, task.user_id, rows))
    for (const result of results) if (result) undone[result] += 1
    before = last.id
  }
  await deleteImportedPhotos(ctx, task.id)
  await transact(ctx, async (tx) => {
    await deleteImportedComments(tx.db, task.id)
    await deleteImportedEquipments(tx.db, task.id)
    await deleteImportedWeights(tx.db, task.id)
    await deleteImportedCourses(tx.db, task.id)
    await deleteImportedSegments(tx.db, task.id)
    if (await deleteImportedThresholds(tx.db, task.id))
      await scheduleLoadUpdate(tx.db, task.user_id, ALL_TIME)
    await recountImportEntries(tx.db, task.id)
    const { removed, restored, left } = undone
    await queueEvent(tx, [task.user_id], 'import.undone', () => ({
      import: {
        ...{ id: task.short_id, removed, restored, left },
        url: `${tx.config.uiUrl}/workouts/tasks/${task.short_id}`,
      },
    }))
  })
  return undone
}

async function undoEntries(tx: Tx, userId: number, rows: readonly ImportEntryRow[]) {
  const results: (keyof UndoSummary | undefined)[] = []
  for (const row of rows) {
    results.push(await undoEntry(tx, userId, row))
    // Lets read requests run.
    await setImmediate()
  }
  return results
}

/** Undoes the import of one file. */
async function undoEntry(
  tx: Tx,
  userId: number,
  entry: ImportEntryRow,
): Promise<keyof UndoSummary | undefined> {
  const { id, made, result, workout_short_id: shortId } = entry
  const hasMade = result === 'new' || (made !== null && RESULTS_WITH_FILE.has(result))
  if (!hasMade || shortId === null) return undefined
  const workout = await findWorkout(tx.db, shortId)
  const mark = () => updateImportEntry(tx.db, id, { result: 'undone', reason: '' })
  if (workout?.user_id !== userId) {
    await mark()
    return undefined
  }
  const { became, reason } = (await hasLaterEntry(tx.db, { shortId, after: id }))
    ? left(LATER_IMPORT)
    : await undoWorkout(tx, workout, entry)
  if (reason === undefined) await mark()
  else await updateImportEntry(tx.db, id, { reason })
  return became
}

/** What happened to a workout, if anything, and the reason why it was left unchanged. */
interface WorkoutOutcome {
  became: keyof UndoSummary | undefined
  reason?: string
}

/** Returns a workout with all parts into which its recording was split since. */
const listParts = async (
  { db }: Pick<Tx, 'db'>,
  workout: WorkoutRow,
): Promise<readonly WorkoutRow[]> =>
  workout.split_id === null
    ? [workout]
    : listSplitParts(db, { userId: workout.user_id, splitId: workout.split_id })

const left = (reason: string): WorkoutOutcome => ({ became: 'left', reason })

const RESULTS_WITH_FILE: ReadonlySet<string> = new Set(['replaced', 'already there'])

const LATER_IMPORT = 'not undone: a later import added a recording to the workout'
const OTHER_RECORDING = 'not undone: the workout has another recording by now'
const OTHER_SPORT = 'not undone: the workout has another sport by now'

async function undoWorkout(
  tx: Tx,
  workout: WorkoutRow,
  { made, result }: ImportEntryRow,
): Promise<WorkoutOutcome> {
  if (result !== 'new') {
    const outcome = await undoAddedOriginal(tx, workout, made ?? '')
    if (outcome === 'changed') return left(OTHER_SPORT)
    return { became: outcome === 'gone' ? undefined : 'restored' }
  }
  const additionalFiles = await listPreviousOriginals(tx.db, workout.id)
  if (workout.original_file !== made || additionalFiles.length > 0) return left(OTHER_RECORDING)
  for (const part of await listParts(tx, workout))
    await deleteWorkoutAndFiles(tx, part, { keepsRecordIds: true })
  return { became: 'removed' }
}
