import { setImmediate } from 'node:timers/promises'
import type { Analysed } from '@/analysis/analysed'
import type { AppContext } from '@/context'
import { listUnanalysed } from '@/db/queries/efforts'
import { listSegmentIds, listSegmentPoints } from '@/db/queries/segments'
import { type InTransaction, transact } from '@/db/transact'
import { workAhead } from '@/lib/work-ahead'
import type { AnalysisOutcome, StoredRecording } from '@/workers/track-job'
import { replaceAnalysed } from './write-workout'

/** So many workouts are looked for at a time: about a second of work. */
const BATCH = 1000
/** So many are analysed as one job and stored in one transaction: the messages between threads and the commits cost. */
const MOST_TOGETHER = 32
/** Bytes of stored points at which fewer are, so that long recordings do not pile up in memory. */
const MANY_BYTES = 4 * 1024 * 1024
/** Groups that are with the workers while one is stored: each of two has one to do and one that it does next. */
const GROUPS_AHEAD = 4

/** Workouts with what is stored of their recordings. */
interface StoredGroup {
  workoutIds: number[]
  /** Short ids of the segments of each. */
  segmentIds: string[][]
  recordings: StoredRecording[]
}

/** Workouts that are done with. */
export interface AnalysedGroup {
  workoutIds: readonly number[]
  /** Why the points of some cannot be used, by the ids of the workouts. */
  failures: ReadonlyMap<number, unknown>
}

/**
 * Finds in the stored points of workouts what is kept beside them, and stores it; their recordings are not read. While the
 * workers analyse, this thread stores what they have found: each group of workouts in one transaction, in the given order.
 * What was yielded is committed.
 */
export async function* analyseInGroups(
  ctx: AppContext,
  workoutIds: readonly number[],
): AsyncGenerator<AnalysedGroup> {
  const groups = readInGroups(ctx, workoutIds)
  const analyse = ({ recordings }: StoredGroup) => ctx.analyse(recordings)
  for await (const analysed of workAhead(groups, analyse, GROUPS_AHEAD)) {
    if ('error' in analysed) throw analysed.error
    yield storeGroup(ctx, analysed.item, analysed.made)
  }
}

/** The same at once. Answers why the points of some cannot be used, by the ids of the workouts. */
export async function analysePoints(
  ctx: AppContext,
  workoutIds: readonly number[],
): Promise<Map<number, unknown>> {
  const failed = new Map<number, unknown>()
  for await (const { failures } of analyseInGroups(ctx, workoutIds))
    for (const [workoutId, error] of failures) failed.set(workoutId, error)
  return failed
}

async function* readInGroups(
  { db }: AppContext,
  workoutIds: readonly number[],
): AsyncGenerator<StoredGroup> {
  let group: StoredGroup = { workoutIds: [], segmentIds: [], recordings: [] }
  let bytes = 0
  for (const workoutId of workoutIds) {
    const stored = await listSegmentPoints(db, workoutId)
    const recording = stored.map(({ points }) => points)
    group.workoutIds.push(workoutId)
    group.segmentIds.push(stored.map(({ short_id }) => short_id))
    group.recordings.push(recording)
    bytes += recording.reduce((sum, { length }) => sum + length, 0)
    // Requests go first.
    await setImmediate()
    if (bytes < MANY_BYTES && group.workoutIds.length < MOST_TOGETHER) continue
    yield group
    group = { workoutIds: [], segmentIds: [], recordings: [] }
    bytes = 0
  }
  if (group.workoutIds.length > 0) yield group
}

async function storeGroup(
  ctx: AppContext,
  { workoutIds, segmentIds }: StoredGroup,
  outcomes: readonly AnalysisOutcome[],
): Promise<AnalysedGroup> {
  const failures = new Map<number, unknown>()
  await transact(ctx, async (tx) => {
    for (const [index, workoutId] of workoutIds.entries()) {
      const outcome = outcomes[index]
      if (!outcome) throw new Error('an analysis without outcome')
      if ('failure' in outcome) failures.set(workoutId, new Error(outcome.failure))
      else await storeFound(tx, { workoutId, segmentIds: segmentIds[index] ?? [], ...outcome })
      await setImmediate()
    }
  })
  return { workoutIds, failures }
}

/** What was found in the points that a workout had. */
interface Found {
  workoutId: number
  segmentIds: readonly string[]
  analysed: Analysed
}

/** A workout that was measured again meanwhile has what is in its new points. */
async function storeFound(
  tx: InTransaction<AppContext>,
  { workoutId, segmentIds, analysed }: Found,
): Promise<void> {
  const present = await listSegmentIds(tx.db, workoutId)
  const isSame =
    present.length === segmentIds.length &&
    present.every(({ short_id }, i) => short_id === segmentIds[i])
  if (isSame) await replaceAnalysed(tx, workoutId, analysed)
}

/**
 * Analyses the newest workouts that have not been looked through, but for those in `failed`, where workouts
 * go whose points cannot be read. Says whether there were any.
 */
export async function analyseNext(
  ctx: AppContext,
  failed: Set<number>,
  isStopping: () => boolean,
): Promise<boolean> {
  const open = await listUnanalysed(ctx.db, BATCH + failed.size)
  const due = open.map(({ id }) => id).filter((id) => !failed.has(id))
  for await (const { failures } of analyseInGroups(ctx, due)) {
    for (const [workout, err] of failures) {
      ctx.log.warn({ err, workout }, 'a workout was not analysed')
      failed.add(workout)
    }
    if (isStopping()) break
  }
  return due.length > 0
}
