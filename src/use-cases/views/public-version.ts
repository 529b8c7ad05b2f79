import { setImmediate } from 'node:timers/promises'
import { type Measurements, publicMeasurements } from '@/domain/privacy/public-measurements'
import { measureVisible, type Period } from '@/domain/privacy/public-recording'
import type { VisiblePart } from '@/domain/privacy/visible-parts'
import { RECORD_RULES, toStoredRecord } from '@/domain/records/record-types'
import type { Thumbnail } from '@/domain/reference/thumbnail'
import { type MapLine, mapLineOf } from '@/domain/tracks/geometry/map-line'
import { linePieces } from '@/domain/tracks/geometry/pieces'
import { hasPositions, placedLine } from '@/domain/tracks/geometry/placed-line'
import { drawRoute, findRange } from '@/domain/tracks/geometry/thumbnail'
import { MICROSECONDS_PER_MILLISECOND, type StoredPoints } from '@/domain/tracks/metrics/units'
import { type MeasuredSegment, unpackSegment } from '@/domain/tracks/streams/packed-segment'
import { formatLocalDay, parseLocalDay } from '@/lib/time/local-date'
import type { WorkoutPermissions } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import type { PhotoRow } from '@/store/db/queries/photos/photos'
import { RECORD_COLUMNS, type RecordRow } from '@/store/db/queries/records/records'
import { listPackedSegments, type SegmentRow } from '@/store/db/queries/workouts/segments'
import type { WorkoutTotals } from '@/store/db/queries/workouts/workout-totals'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { findPublicParts, type OwnerRules } from './hiding-rules'

/** Columns of a workout that reveal where and when it was recorded. */
type RevealingColumns = Measurements &
  Pick<
    WorkoutRow,
    | ('workout_date' | 'creation_date' | 'modification_date' | 'title')
    | ('min_lat' | 'min_lon' | 'max_lat' | 'max_lon' | 'start_lat' | 'start_lon')
  >

/** The columns without which a public version cannot be made. */
export type RevealedWorkout = Measurements &
  Pick<WorkoutRow, 'id' | 'user_id' | 'workout_date' | 'original_file'> &
  Partial<RevealingColumns>

/** What others see of a workout whose owner hides places or times. */
export interface PublicVersion {
  /** False if everything with a position is hidden; then neither map nor charts are shown. */
  isVisible: boolean
  columns: Partial<RevealingColumns>
  /** The visible line; undefined if nothing is hidden, or everything. */
  line: MapLine | undefined
  /** Returns what others see of a segment; undefined if it is hidden. */
  segment: (row: SegmentRow) => SegmentRow | undefined
  hidesPlaceOf: (photo: PhotoRow) => boolean
}

/** What creating public versions requires. */
export type PublicDeps = Pick<AppContext, 'db' | 'log' | 'damagedWorkouts'>

/** Recordings in memory at the same time: a page of a list may have a hundred, of a few megabytes each. */
const BATCH = 4

/**
 * Creates the versions of workouts that others see, by workout id, from their points. They are not stored, so that a
 * changed zone takes effect at once. Workouts of owners without rules have none. Of workouts whose points are damaged,
 * everything is hidden. Yields to the event loop after each workout, because a long recording takes some milliseconds.
 */
export async function loadPublicVersions(
  deps: PublicDeps,
  rows: readonly RevealedWorkout[],
  rulesOf: ReadonlyMap<number, OwnerRules>,
): Promise<Map<number, PublicVersion>> {
  const affected = rows.filter(({ user_id }) => rulesOf.has(user_id))
  const versions = new Map<number, PublicVersion>()
  for (let start = 0; start < affected.length; start += BATCH) {
    const batch = affected.slice(start, start + BATCH)
    const recorded = batch.filter(({ original_file: file }) => file !== null).map(({ id }) => id)
    const stored = recorded.length > 0 ? await listPackedSegments(deps.db, recorded) : []
    const segmentsOf = Map.groupBy(stored, ({ workout_id }) => workout_id)
    for (const workout of batch) {
      const rules = rulesOf.get(workout.user_id)
      const segments = unpackAll(deps, workout, segmentsOf.get(workout.id) ?? [])
      if (rules) versions.set(workout.id, createPublicVersion(workout, segments, rules))
      await setImmediate()
    }
  }
  return versions
}

type PackedSegments = Awaited<ReturnType<typeof listPackedSegments>>

/** Returns undefined if the points are damaged, which is logged once while the server runs. */
function unpackAll(
  { log, damagedWorkouts }: PublicDeps,
  { id: workout }: Pick<RevealedWorkout, 'id'>,
  stored: PackedSegments,
): RecordedSegment[] | undefined {
  try {
    return stored.map(({ id, ...packed }) => ({ id, ...unpackSegment(packed) }))
  } catch (err) {
    if (!damagedWorkouts.has(workout))
      log.warn({ err, workout }, 'a workout is hidden from others, because its points are damaged')
    damagedWorkouts.add(workout)
    return undefined
  }
}

/** Returns a row with the columns of its public version, if it has one. */
export const publicRow = <Row extends { id: number }>(
  row: Row,
  versions: ReadonlyMap<number, PublicVersion>,
): Row => ({ ...row, ...versions.get(row.id)?.columns })

/** Permissions for a workout, without its map and charts if its owner hides the whole track. */
export const publicPermissions = (
  permissions: WorkoutPermissions,
  version: PublicVersion | undefined,
): WorkoutPermissions =>
  version && !version.isVisible ? { ...permissions, map: false, analysis: false } : permissions

/** The drawing of a workout, or of its visible line if a part is hidden. */
export const publicThumbnail = (
  thumbnail: Thumbnail | undefined,
  version: PublicVersion | undefined,
): Thumbnail | undefined => (version?.line ? drawRoute(version.line) : thumbnail)

/** Records with the values of the public versions of their workouts. */
export const publicRecords = <Row extends RecordOfWorkout>(
  records: readonly Row[],
  versions: ReadonlyMap<number, PublicVersion>,
): Row[] =>
  records.map((record) => {
    const columns = versions.get(record.workout_id)?.columns
    if (!columns) return record
    const { record_type: type } = record
    const column = RECORD_COLUMNS[RECORD_RULES[type].metric]
    const value = column in columns ? columns[column as keyof Measurements] : undefined
    return {
      ...record,
      ...(value != null && { value: toStoredRecord(type, value) }),
      workout_date: columns.workout_date ?? record.workout_date,
    }
  })

type RecordOfWorkout = Pick<RecordRow, 'workout_id' | 'record_type' | 'value' | 'workout_date'>

/** Units to which totals over all workouts are rounded down: kilometres, metres, seconds. */
const TOTAL_UNITS = { distance: 10, ascent: 100, moving: 3600 } as const

/**
 * Returns the totals that others see of a user who hides parts of tracks. Exact ones would show the whole distance of
 * each new workout.
 */
export function publicTotals(totals: WorkoutTotals, rules: OwnerRules | undefined): WorkoutTotals {
  if (!rules) return totals
  const rounded = (name: keyof typeof TOTAL_UNITS) =>
    Math.floor(totals[name] / TOTAL_UNITS[name]) * TOTAL_UNITS[name]
  return {
    ...totals,
    distance: rounded('distance'),
    ascent: rounded('ascent'),
    moving: rounded('moving'),
  }
}

type RecordedSegment = MeasuredSegment & Pick<SegmentRow, 'id'>

function createPublicVersion(
  workout: RevealedWorkout,
  inFileOrder: readonly RecordedSegment[] | undefined,
  rules: OwnerRules,
): PublicVersion {
  if (!inFileOrder) return hiddenVersion(workout, rules)
  const { segments, parts, visible: publicSegments } = findPublicParts(workout, inFileOrder, rules)
  const points = segments.map((segment) => segment.points)
  const visible = publicSegments.map((segment) => segment.points)
  const periods = visible.map(periodOf)
  const isPlaced = points.some(hasPositions)
  const whole: PublicVersion = {
    isVisible: parts.length > 0 || !isPlaced,
    columns: { ...publicTimes(workout, rules), ...(rules.hidesTimes && publicTitle(workout)) },
    line: undefined,
    segment: (row) => row,
    hidesPlaceOf: (photo) => hidesPlace(photo, rules, periods),
  }
  if (!isPlaced || sumOf(visible) === sumOf(points)) return whole
  if (parts.length === 0) return hiddenVersion(workout, rules)
  const later = Math.floor((timeOf(visible[0]) - timeOf(points[0])) / MICROSECONDS_PER_MILLISECOND)
  const workout_date = workout.workout_date + (later || 0)
  const shares = measureSegments(segments, parts)
  return {
    ...whole,
    line: mapLineOf(visible.flatMap(linePieces)),
    columns: {
      ...publicMeasurements(workout, measureVisible(segments, parts)),
      ...publicTimes({ ...workout, workout_date }, rules),
      ...publicTitle(workout),
      ...placesOf(visible),
    },
    segment: (row) => {
      const share = shares.get(row.id)
      return share && { ...row, ...publicMeasurements(row, share) }
    },
  }
}

/** The version of a workout whose track is hidden as a whole. */
const hiddenVersion = (workout: RevealedWorkout, rules: OwnerRules): PublicVersion => ({
  isVisible: false,
  columns: { ...publicTimes(workout, rules), ...publicTitle(workout), ...NO_PLACES },
  line: undefined,
  segment: () => undefined,
  hidesPlaceOf: () => true,
})

const sumOf = (points: readonly StoredPoints[]) => points.reduce((sum, { size }) => sum + size, 0)

const timeOf = (points: StoredPoints | undefined): number =>
  points?.time.find((time) => !Number.isNaN(time)) ?? Number.NaN

const periodOf = ({ time }: StoredPoints): Period => {
  const [from, to] = findRange([time])
  return { from, to }
}

/**
 * Measures the visible part of each segment, by its id, so that the version does not keep all points in memory. Hidden
 * segments have none.
 */
function measureSegments(
  segments: readonly RecordedSegment[],
  parts: readonly VisiblePart[],
): Map<number, ReturnType<typeof measureVisible>> {
  const partsOf = Map.groupBy(parts, ({ segment }) => segment)
  return new Map(
    segments.flatMap((segment, index) => {
      const own = partsOf.get(index)?.map((part) => ({ ...part, segment: 0 }))
      return own ? [[segment.id, measureVisible([segment], own)] as const] : []
    }),
  )
}

/** Returns the dates that others see: those of whole days if the owner hides times. */
function publicTimes(
  workout: RevealedWorkout,
  { hidesTimes, timezone }: OwnerRules,
): Partial<RevealingColumns> {
  const { workout_date, creation_date, modification_date } = workout
  if (!hidesTimes) return { workout_date }
  return {
    workout_date: startOfDay(workout_date, timezone),
    ...(creation_date !== undefined && { creation_date: startOfDay(creation_date, timezone) }),
    ...(modification_date != null && {
      modification_date: startOfDay(modification_date, timezone),
    }),
  }
}

/** The end of titles that uploads get by default: when the workout began. */
const START_IN_TITLE = /( - \d{4}-\d{2}-\d{2}) \d{2}:\d{2}:\d{2}$/

/** Returns the title without the time: it would show how long the hidden part took. */
const publicTitle = ({ title }: RevealedWorkout): Pick<Partial<RevealingColumns>, 'title'> =>
  title ? { title: title.replace(START_IN_TITLE, '$1') } : {}

/** Returns the start of the day of an instant, milliseconds since the Unix epoch. */
export const startOfDay = (instant: number, timezone: string): number =>
  parseLocalDay(formatLocalDay(instant, timezone), timezone)?.start ?? instant

const NO_PLACES = {
  ...{ min_lat: null, min_lon: null, max_lat: null, max_lon: null },
  ...{ start_lat: null, start_lon: null },
}

function placesOf(visible: readonly StoredPoints[]) {
  const placed = visible.map(placedLine)
  const [first] = placed.filter(({ lat }) => lat.length > 0)
  if (!first) return NO_PLACES
  const [min_lat, max_lat] = findRange(placed.map(({ lat }) => lat))
  const [min_lon, max_lon] = findRange(placed.map(({ lon }) => lon))
  const [start_lat = null] = first.lat
  const [start_lon = null] = first.lon
  return { min_lat, min_lon, max_lat, max_lon, start_lat, start_lon }
}

/** Whether a photo was taken in a hidden area, or not certainly on a visible part of the track. */
function hidesPlace(
  { latitude, longitude, taken_at: takenAt }: PhotoRow,
  { areas, hiddenMetres }: OwnerRules,
  visible: readonly Period[],
): boolean {
  if (latitude === null || longitude === null) return false
  if (areas.some(({ contains }) => contains(longitude, latitude))) return true
  if (hiddenMetres === 0) return false
  const moment = (takenAt ?? Number.NaN) * MICROSECONDS_PER_MILLISECOND
  return !visible.some(({ from, to }) => moment >= from && moment <= to)
}
