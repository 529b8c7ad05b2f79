import { setImmediate } from 'node:timers/promises'
import { analyseSegments } from '@/domain/analysis/analyse-segments'
import { summarizeRoute } from '@/domain/analysis/same-route'
import { StreamError } from '@/domain/tracks/streams/bytes'
import {
  type MeasuredSegment,
  type PackedSegment,
  unpackSegment,
} from '@/domain/tracks/streams/packed-segment'
import { createRegionsLoader, type LoadRegions } from '@/services/regions/load-regions'
import type { Db } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { pagesById } from '@/store/db/pages-by-id'
import { findServerMove } from '@/store/db/queries/tasks/server-migrations'
import { listBoxedRoutesAfter, repairRoute, routeRowOf } from '@/store/db/queries/workouts/courses'
import { listWorkoutIdsAfter } from '@/store/db/queries/workouts/efforts'
import { listPackedSegments, listSegments } from '@/store/db/queries/workouts/segments'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { checkDerived, type Finding, findingOf } from '@/store/db/schema/check'
import { compareRows, type DerivedValues, WrongRowCounter } from '@/store/db/schema/wrong-values'
import { loadOutline } from '@/use-cases/workouts/read/load-outline'
import { RECORDED_VALUES } from './recorded-values'
import type { RecordedWorkout } from './recorded-workout'
import { SEGMENT_VALUES } from './segment-values'

/** Number of rows per query. */
const PAGE = 500

/**
 * Recomputes every value that is derived from recorded points, one workout at a time: about 2.5 ms for an hour of recording.
 * Reads no files.
 */
export async function checkRecordings(db: Db): Promise<Finding[]> {
  const unreadable = new WrongRowCounter()
  const loadRegions = createRegionsLoader()
  const checks = RECORDED_VALUES.map((values) => ({
    ...{ values, wrong: new WrongRowCounter() },
    workoutIds: [] as number[],
  }))
  for await (const ids of pagesById((after) => listWorkoutIdsAfter(db, { after, limit: PAGE })))
    for (const { id } of ids) {
      await setImmediate()
      const recorded = await loadRecorded(db, id, loadRegions)
      if (recorded instanceof StreamError) unreadable.add([unreadablePoints(id, recorded)])
      else if (recorded) await checkWorkout(db, recorded, checks)
    }
  return [
    findingOf({ what: 'points of recordings', columns: [] }, unreadable),
    ...checks.map(({ values, wrong, workoutIds }) =>
      findingOf(values, wrong, async () => {
        for (const id of workoutIds) await repairWorkout(db, id, { values, loadRegions })
      }),
    ),
    ...(await checkDerived(db, [courseLines, ...SEGMENT_VALUES])),
  ]
}

interface Check {
  values: Values
  wrong: WrongRowCounter
  /** Workouts with wrong values. */
  workoutIds: number[]
}

async function checkWorkout(
  db: Db,
  recorded: RecordedWorkout,
  checks: readonly Check[],
): Promise<void> {
  const failed: Check[] = []
  for (const check of checks)
    if ((await check.values.compare(db, recorded)).length > 0) failed.push(check)
  if (failed.length === 0) return
  // A server running at the same time may have changed the workout.
  const { id } = recorded.workout
  const again = await loadRecorded(db, id, recorded.loadRegions)
  if (!isReadable(again)) return
  for (const { values, wrong, workoutIds } of failed) {
    const rows = await values.compare(db, again)
    for (const row of rows) wrong.add(row)
    if (rows.length > 0) workoutIds.push(id)
  }
}

type Values = (typeof RECORDED_VALUES)[number]

const isReadable = (
  recorded: Awaited<ReturnType<typeof loadRecorded>>,
): recorded is RecordedWorkout => recorded !== undefined && !(recorded instanceof StreamError)

/** Repairs a workout unless it was changed or deleted since the error was found. */
const repairWorkout = (
  db: Db,
  id: number,
  { values, loadRegions }: { values: Values; loadRegions: LoadRegions },
): Promise<void> =>
  writeTo(db, async (tx) => {
    const recorded = await loadRecorded(tx, id, loadRegions)
    if (isReadable(recorded) && (await values.compare(tx, recorded)).length > 0)
      await values.repair(tx, recorded)
  })

const unreadablePoints = (workoutId: number, error: Error) => ({
  ...{ table: 'segment_points', column: 'points', row: `workout_id ${workoutId}` },
  ...{ stored: error.message, recomputed: undefined },
})

/**
 * Loads a workout with the points of its recording. Returns undefined when it was deleted, an error when its points are
 * damaged.
 */
async function loadRecorded(
  db: Db,
  id: number,
  loadRegions: LoadRegions,
): Promise<RecordedWorkout | StreamError | undefined> {
  const workout = await findWorkoutById(db, id)
  if (!workout) return undefined
  const rows = new Map((await listSegments(db, [id])).map((row) => [row.id, row]))
  const segments: RecordedWorkout['segments'][number][] = []
  for (const packed of await listPackedSegments(db, [id])) {
    const row = rows.get(packed.id)
    const measured = unpack(packed)
    if (measured instanceof StreamError) return measured
    if (row) segments.push({ row, ...measured })
  }
  const isComplete = segments.length === rows.size
  return {
    ...{ workout, segments, loadRegions },
    analysed: isComplete && isAnalysed(workout, rows.size) ? analyse(segments) : undefined,
    isMigrated: await isMigrated(db, workout),
  }
}

function unpack(packed: PackedSegment): MeasuredSegment | StreamError {
  try {
    return unpackSegment(packed)
  } catch (error) {
    return error instanceof StreamError ? error : new StreamError('damaged')
  }
}

/** Workouts without a recording do not need an analysis. */
const isAnalysed = ({ is_analysed, original_file }: WorkoutRow, segments: number): boolean =>
  segments > 0 ? is_analysed === 1 : original_file === null

const analyse = (segments: RecordedWorkout['segments']) =>
  segments.length > 0 ? analyseSegments(segments) : { efforts: [], intensity: undefined }

/** Whether a workout existed before or during a server migration. It may have values of the source server. */
async function isMigrated(db: Db, { creation_date }: WorkoutRow): Promise<boolean> {
  const move = await findServerMove(db)
  return move !== undefined && creation_date <= (move.finished_at ?? Number.POSITIVE_INFINITY)
}

/** Courses are searched by the middle and length of the line of one of their workouts. */
const courseLines: DerivedValues = {
  what: 'lines and boxes of routes',
  columns: [
    'routes.length',
    ...[
      'first_user',
      'last_user',
      'least_x',
      'most_x',
      'least_y',
      'most_y',
      'least_z',
      'most_z',
    ].map((column) => `route_boxes.${column}`),
    ...['shortest', 'longest'].map((column) => `route_boxes.${column}`),
  ],
  find: async (db) => {
    const found = new WrongRowCounter()
    for await (const { wrong } of wrongRoutes(db)) found.add(wrong)
    return found
  },
  repair: async (tx) => {
    for await (const { route, middle } of wrongRoutes(tx)) await repairRoute(tx, route, middle)
  },
}

async function* wrongRoutes(db: Db) {
  for await (const routes of pagesById((after) => listBoxedRoutesAfter(db, after, PAGE)))
    for (const route of routes) {
      const { id, user_id, workout_id, length, ...box } = route
      const middle = summarizeRoute(await loadOutline(db, workout_id))
      const { length: expected, ...expectedBox } = routeRowOf(user_id, middle)
      const key = ['id']
      const wrong = [
        ...compareRows({
          ...{ table: 'routes', key, stored: [{ id, length }] },
          recomputed: [{ id, length: expected }],
        }),
        ...compareRows({
          ...{ table: 'route_boxes', key, stored: [{ id, ...box }] },
          recomputed: [{ id, ...expectedBox }],
        }),
      ].flat()
      if (wrong.length > 0) yield { route, middle, wrong }
      await setImmediate()
    }
}
