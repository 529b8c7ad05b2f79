import { setImmediate } from 'node:timers/promises'
import type { SegmentAnalysis } from '@/domain/analysis/analyse-segments'
import { mapAhead } from '@/lib/concurrency/map-ahead'
import type { AppContext } from '@/services/context'
import type { AnalysisOutcome, PackedRecording } from '@/services/workers/jobs'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { listUnanalysed } from '@/store/db/queries/workouts/efforts'
import { listPackedSegments, listSegmentIds } from '@/store/db/queries/workouts/segments'
import { replaceAnalysed } from '@/use-cases/workouts/write/write-workout'

/** Number of workouts per query: about a second of work. */
const BATCH = 1000
/**
 * Maximum number of workouts analysed in one job and stored in one transaction. Larger batches save messages between
 * threads and commits.
 */
const MAX_BATCH = 32
/** Size of stored points in bytes at which a batch is complete, so that long recordings do not need much memory. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024
/** Number of batches sent to workers while one is stored: for two workers, one in progress and one queued each. */
const BATCHES_AHEAD = 4

/** Workouts with their stored segments. */
interface StoredBatch {
  workoutIds: number[]
  /** Short ids of the segments of each workout. */
  segmentIds: string[][]
  recordings: PackedRecording[]
}

/** Analysed workouts. */
export interface AnalysedBatch {
  workoutIds: readonly number[]
  /** Errors of workouts whose points cannot be used, by workout id. */
  failures: ReadonlyMap<number, unknown>
}

/**
 * Analyses the stored points of workouts and stores the results, without reading original files. While workers analyse,
 * this thread stores earlier results: each batch of workouts in one transaction, in the given order. Yielded batches
 * are committed.
 */
export async function* analyseInBatches(
  ctx: AppContext,
  workoutIds: readonly number[],
): AsyncGenerator<AnalysedBatch> {
  const groups = readInBatches(ctx, workoutIds)
  const analyse = ({ recordings }: StoredBatch) => ctx.analyse(recordings)
  for await (const analysed of mapAhead(groups, analyse, BATCHES_AHEAD)) {
    if ('error' in analysed) throw analysed.error
    yield storeBatch(ctx, analysed.item, analysed.result)
  }
}

/**
 * Analyses workouts like `analyseInBatches`, without intermediate results. Returns errors of workouts whose points
 * cannot be used, by workout id.
 */
export async function analysePoints(
  ctx: AppContext,
  workoutIds: readonly number[],
): Promise<Map<number, unknown>> {
  const failed = new Map<number, unknown>()
  for await (const { failures } of analyseInBatches(ctx, workoutIds))
    for (const [workoutId, error] of failures) failed.set(workoutId, error)
  return failed
}

async function* readInBatches(
  { db }: AppContext,
  workoutIds: readonly number[],
): AsyncGenerator<StoredBatch> {
  let group: StoredBatch = { workoutIds: [], segmentIds: [], recordings: [] }
  let bytes = 0
  for (const workoutId of workoutIds) {
    const recording = await listPackedSegments(db, [workoutId])
    group.workoutIds.push(workoutId)
    group.segmentIds.push(recording.map(({ short_id }) => short_id))
    group.recordings.push(recording)
    bytes += recording.reduce((sum, { points }) => sum + points.length, 0)
    // Lets requests run.
    await setImmediate()
    if (bytes < MAX_BATCH_BYTES && group.workoutIds.length < MAX_BATCH) continue
    yield group
    group = { workoutIds: [], segmentIds: [], recordings: [] }
    bytes = 0
  }
  if (group.workoutIds.length > 0) yield group
}

async function storeBatch(
  ctx: AppContext,
  { workoutIds, segmentIds }: StoredBatch,
  outcomes: readonly AnalysisOutcome[],
): Promise<AnalysedBatch> {
  const failures = new Map<number, unknown>()
  await transact(ctx, async (tx) => {
    for (const [index, workoutId] of workoutIds.entries()) {
      const outcome = outcomes[index]
      if (!outcome) throw new Error('an analysis without outcome')
      if ('failure' in outcome) failures.set(workoutId, new Error(outcome.failure))
      else await storeResults(tx, { workoutId, segmentIds: segmentIds[index] ?? [], ...outcome })
      await setImmediate()
    }
  })
  return { workoutIds, failures }
}

/** Results for the points that a workout had. */
interface AnalysedPoints {
  workoutId: number
  segmentIds: readonly string[]
  analysed: SegmentAnalysis
}

/** Ignores the results if the workout was measured again, because they belong to other points. */
async function storeResults(
  tx: InTransaction<AppContext>,
  { workoutId, segmentIds, analysed }: AnalysedPoints,
): Promise<void> {
  const present = await listSegmentIds(tx.db, workoutId)
  const isSame =
    present.length === segmentIds.length &&
    present.every(({ short_id }, i) => short_id === segmentIds[i])
  if (isSame) await replaceAnalysed(tx, workoutId, analysed)
}

/**
 * Analyses the newest workouts not analysed yet. Skips those in `failed`, and adds workouts whose points cannot be
 * read. Returns whether there were any.
 */
export async function analyseNext(
  ctx: AppContext,
  failed: Set<number>,
  isStopping: () => boolean,
): Promise<boolean> {
  const open = await listUnanalysed(ctx.db, BATCH + failed.size)
  const due = open.map(({ id }) => id).filter((id) => !failed.has(id))
  for await (const { failures } of analyseInBatches(ctx, due)) {
    for (const [workout, err] of failures) {
      ctx.log.warn({ err, workout }, 'could not analyse a workout')
      failed.add(workout)
    }
    if (isStopping()) break
  }
  return due.length > 0
}
