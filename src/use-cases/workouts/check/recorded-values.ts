import { mapLineOf } from '@/domain/tracks/geometry/map-line'
import { linePieces } from '@/domain/tracks/geometry/pieces'
import { drawThumbnail } from '@/domain/tracks/geometry/thumbnail'
import { toMetrics } from '@/domain/tracks/metrics/metrics'
import { findBounds } from '@/domain/tracks/metrics/summary'
import { deviceTotals } from '@/domain/tracks/metrics/totals'
import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { metricColumns, startOf } from '@/services/recordings/recorded-columns'
import type { Db } from '@/store/db/connections/open'
import { effortRowOf, listStoredEfforts } from '@/store/db/queries/workouts/efforts'
import { findLoadUpdate } from '@/store/db/queries/workouts/load-updates'
import {
  deleteMapLine,
  findMapLine,
  insertMapLine,
  isUnmapped,
} from '@/store/db/queries/workouts/map-lines'
import {
  deleteSections,
  insertSections,
  listSectionBounds,
} from '@/store/db/queries/workouts/segment-sections'
import { updateSegment } from '@/store/db/queries/workouts/segments'
import {
  deleteThumbnail,
  insertThumbnailRow,
  loadThumbnails,
} from '@/store/db/queries/workouts/thumbnails'
import { findStoredIntensity, intensityRowOf } from '@/store/db/queries/workouts/workout-intensity'
import { findStoredLoad, LOAD_COLUMNS, loadRowOf } from '@/store/db/queries/workouts/workout-loads'
import { compareRows, type WrongValue } from '@/store/db/schema/wrong-values'
import { filterRanked, updateAnalysed } from '@/use-cases/workouts/measure/write-analysis'
import { evaluateWorkout } from '@/use-cases/workouts/measure/write-load'
import { repairPosition } from '@/use-cases/workouts/write/write-workout'
import { explorerTiles, regions } from './passed-places'
import { columnsOf, type RecordedValues, type RecordedWorkout } from './recorded-workout'
import { roundBox, SIDE_NAMES } from './rounded-box'
import { segmentEfforts } from './segment-values'

/**
 * Columns of segments that depend only on the points. Distances, speeds and times also depend on preferences at the
 * time of upload.
 */
const SEGMENT_COLUMNS = [
  ...(['point_count', 'started_at', 'ascent', 'descent', 'min_alt', 'max_alt'] as const),
  ...(['ave_cadence', 'max_cadence', 'ave_hr', 'max_hr', 'ave_power', 'max_power'] as const),
] as const

const NOTHING_DECLARED = { duration: null, moving: null, distance: null, maxSpeed: null }

const pick = <Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> =>
  Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>

function segmentColumnsOf(points: StoredPoints) {
  return {
    ...metricColumns(toMetrics(deviceTotals(points, NOTHING_DECLARED))),
    point_count: points.size,
    started_at: startOf({ startedAt: points.time[0] ?? Number.NaN }),
  }
}

const CLIMBS: ReadonlySet<string> = new Set(['ascent', 'descent'])

/**
 * Segments of migrated workouts may have values of the source server. Ascent and descent may be those of the device.
 */
const checkedColumns = ({ isMigrated, workout }: RecordedWorkout) => {
  if (isMigrated) return ['point_count'] as const
  return workout.measured_by === null
    ? SEGMENT_COLUMNS
    : SEGMENT_COLUMNS.filter((column) => !CLIMBS.has(column))
}

const summariesOfSegments: RecordedValues = {
  what: 'summaries of segments',
  columns: columnsOf('segments', SEGMENT_COLUMNS),
  compare: (_, recorded) => {
    const columns = ['id', ...checkedColumns(recorded)] as const
    return compareRows({
      ...{ table: 'segments', key: ['id'] },
      stored: recorded.segments.map(({ row }) => pick(row, columns)),
      recomputed: recorded.segments.map(({ row: { id }, points }) =>
        pick({ id, ...segmentColumnsOf(points) }, columns),
      ),
    })
  },
  repair: async (tx, recorded) => {
    const columns = checkedColumns(recorded)
    for (const { row, points } of recorded.segments)
      await updateSegment(tx, row.id, pick(segmentColumnsOf(points), columns))
  },
}

const hasPositions = ({ lat }: StoredPoints) => !Number.isNaN(lat[0] ?? Number.NaN)

/** Returns the first point of the first segment; null without positions. */
function startColumnsOf({ segments: [first] }: RecordedWorkout) {
  if (!first || !hasPositions(first.points)) return { start_lat: null, start_lon: null }
  const { lat, lon } = first.points
  return { start_lat: lat[0] ?? null, start_lon: lon[0] ?? null }
}

const BOUNDS = ['min_lat', 'min_lon', 'max_lat', 'max_lon'] as const

/**
 * The bounds of a workout, extended to contain its stored points. Segments of one point, which are not stored, may be outside
 * of the box around these, so larger bounds are valid. Null without positions.
 */
function boundColumnsOf({ workout, segments }: RecordedWorkout) {
  const bounds = findBounds(segments.map(({ points }) => points)) ?? []
  return Object.fromEntries(
    BOUNDS.map((column, i) => {
      const [stored, side = null] = [workout[column], bounds[i]]
      if (stored === null || side === null) return [column, side]
      return [column, column.startsWith('min') ? Math.min(stored, side) : Math.max(stored, side)]
    }),
  )
}

const positions: RecordedValues = {
  what: 'starts and bounds of workouts',
  columns: columnsOf('workouts', ['start_lat', 'start_lon', ...BOUNDS]),
  compare: (_, recorded) => {
    const { workout, segments, isMigrated } = recorded
    if (segments.length === 0 || isMigrated) return []
    return compareRows({
      ...{ table: 'workouts', key: ['id'] },
      stored: [pick(workout, ['id', 'start_lat', 'start_lon', ...BOUNDS])],
      recomputed: [{ id: workout.id, ...startColumnsOf(recorded), ...boundColumnsOf(recorded) }],
    })
  },
  repair: async (tx, recorded) => {
    const columns = { ...startColumnsOf(recorded), ...boundColumnsOf(recorded) }
    await repairPosition(tx, recorded.workout.id, columns)
  },
}

/** Efforts, intensity and load are stored together, so repairing one of them repairs all. */
const repairAnalysed: RecordedValues['repair'] = async (tx, { workout, analysed }) => {
  if (analysed) await updateAnalysed(tx, workout, analysed)
}

const EFFORT_KEY = ['workout_id', 'kind', 'target'] as const

const efforts: RecordedValues = {
  what: 'efforts',
  columns: columnsOf('efforts', [...EFFORT_KEY, 'value', 'start', 'elapsed']),
  compare: async (db, { workout, analysed }) =>
    analysed
      ? compareRows({
          ...{ table: 'efforts', key: EFFORT_KEY },
          stored: await listStoredEfforts(db, workout.id),
          recomputed: (await filterRanked(db, workout, analysed.efforts)).map((effort) =>
            effortRowOf(workout, effort),
          ),
        })
      : [],
  repair: repairAnalysed,
}

const intensity: RecordedValues = {
  what: 'intensity',
  columns: columnsOf('workout_intensity', [
    ...['workout_id', 'seconds', 'heart_rate', 'power', 'pace', 'normalised_power'],
    ...['graded_speed', 'power_drift', 'pace_drift'],
  ]),
  compare: async (db, { workout, analysed }) => {
    if (!analysed) return []
    const stored = await findStoredIntensity(db, workout.id)
    return compareRows({
      ...{ table: 'workout_intensity', key: ['workout_id'] },
      stored: stored ? [stored] : [],
      recomputed: analysed.intensity ? [intensityRowOf(workout.id, analysed.intensity)] : [],
    })
  },
  repair: repairAnalysed,
}

const loads: RecordedValues = {
  what: 'loads',
  columns: columnsOf('workout_loads', LOAD_COLUMNS),
  compare: async (db, { workout, analysed }) => {
    // Training loads that wait for an update after a change of thresholds are still the old ones.
    if (!analysed || (await findLoadUpdate(db, workout.user_id))) return []
    const stored = await findStoredLoad(db, workout.id)
    const { evaluation } = await evaluateWorkout(db, workout, analysed.intensity)
    const recomputed = loadRowOf(workout.id, evaluation)
    return compareRows({
      ...{ table: 'workout_loads', key: ['workout_id'] },
      stored: stored ? [stored] : [],
      recomputed: recomputed ? [recomputed] : [],
    })
  },
  repair: repairAnalysed,
}

async function compareLine(
  db: Db,
  { row, points }: RecordedWorkout['segments'][number],
): Promise<WrongValue[][]> {
  const stored = await listSectionBounds(db, row.id)
  const recomputed = (hasPositions(points) ? linePieces(points) : []).map((piece, i) => ({
    id: stored[i]?.id ?? `of piece ${i + 1}`,
    ...piece,
  }))
  const segment = { segment_id: row.id }
  const pieces = compareRows({
    ...{ table: 'segment_pieces', key: ['segment_id', 'id'] },
    stored: stored.map(({ id, places }) => ({ ...segment, id, places })),
    recomputed: recomputed.map(({ id, places }) => ({ ...segment, id, places })),
  })
  const boxes = compareRows({
    ...{ table: 'segment_piece_boxes', key: ['id'] },
    stored: stored
      .slice(0, recomputed.length)
      .map((piece) => ({ id: piece.id, ...pick(piece, SIDE_NAMES) })),
    recomputed: recomputed.slice(0, stored.length).map(({ id, box }, i) => ({
      id,
      ...roundBox(stored[i], box),
    })),
  })
  return [...pieces, ...boxes]
}

const lines: RecordedValues = {
  what: 'lines and their boxes',
  columns: [
    ...columnsOf('segment_pieces', ['segment_id', 'places']),
    ...columnsOf('segment_piece_boxes', ['id', ...SIDE_NAMES]),
  ],
  compare: async (db, { segments }) => {
    const wrong: WrongValue[][] = []
    for (const segment of segments) wrong.push(...(await compareLine(db, segment)))
    return wrong
  },
  repair: async (tx, { workout, segments }) => {
    for (const { row, points } of segments) {
      await deleteSections(tx, row.id)
      const owner = { userId: workout.user_id, workoutId: workout.id, segmentId: row.id }
      await insertSections(tx, owner, hasPositions(points) ? linePieces(points) : [])
    }
  },
}

const piecesOf = ({ segments }: RecordedWorkout) =>
  segments.flatMap(({ points }) => (hasPositions(points) ? linePieces(points) : []))

const mapLines: RecordedValues = {
  what: 'lines on the map of all workouts',
  columns: columnsOf('workout_lines', ['workout_id', 'coarse', 'medium', 'fine']),
  compare: async (db, recorded) => {
    const { id } = recorded.workout
    // Not made yet since the upgrade.
    if (await isUnmapped(db, id)) return []
    const stored = await findMapLine(db, id)
    const line = mapLineOf(piecesOf(recorded))
    return compareRows({
      ...{ table: 'workout_lines', key: ['workout_id'] },
      stored: stored ? [stored] : [],
      recomputed: line ? [{ workout_id: id, ...line }] : [],
    })
  },
  repair: async (tx, recorded) => {
    await deleteMapLine(tx, recorded.workout.id)
    insertMapLine(tx, recorded.workout.id, piecesOf(recorded))
  },
}

const thumbnailOf = (recorded: RecordedWorkout) =>
  drawThumbnail(mapLineOf(piecesOf(recorded)), () => recorded.segments.map(({ points }) => points))

const thumbnails: RecordedValues = {
  what: 'thumbnails',
  columns: columnsOf('workout_thumbnails', ['workout_id', 'kind', 'path']),
  compare: async (db, recorded) => {
    const { id } = recorded.workout
    if (await isUnmapped(db, id)) return []
    const stored = (await loadThumbnails(db, [id])).get(id)
    const drawn = thumbnailOf(recorded)
    return compareRows({
      ...{ table: 'workout_thumbnails', key: ['workout_id'] },
      stored: stored ? [{ workout_id: id, ...stored }] : [],
      recomputed: drawn ? [{ workout_id: id, ...drawn }] : [],
    })
  },
  repair: async (tx, recorded) => {
    const { id } = recorded.workout
    await deleteThumbnail(tx, id)
    const drawn = thumbnailOf(recorded)
    if (drawn) insertThumbnailRow(tx, id, drawn)
  },
}

/**
 * All values derived from recorded points. Repairing them may change training load totals, which are repaired
 * afterwards.
 */
export const RECORDED_VALUES: readonly RecordedValues[] = [
  summariesOfSegments,
  positions,
  efforts,
  intensity,
  loads,
  lines,
  mapLines,
  explorerTiles,
  regions,
  thumbnails,
  segmentEfforts,
]
