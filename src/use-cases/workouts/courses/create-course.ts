import type { MeasuredCourse } from '@/domain/courses/read-course'
import { TrackError } from '@/domain/tracks/track-error'
import { badRequest } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import type { Upload } from '@/services/workers/upload'
import { transact } from '@/store/db/connections/transact'
import {
  countCourses,
  insertCourse,
  type SavedCourseRow,
} from '@/store/db/queries/courses/saved-courses'
import { toJson } from '@/store/db/schema/columns'
import { loadRecording, requireRecorded } from '@/use-cases/workouts/measure/stored-recording'
import { noLine } from '@/use-cases/workouts/read/read-geometry'
import { requireSport } from '@/use-cases/workouts/write/workout-fields'
import { type CourseFields, cutDescription, requireCourseName } from './course-fields'

/** Maximum number of courses of a user. */
export const MAX_COURSES = 500

/**
 * Creates a course from an uploaded file. Its name is that in the file, or else that of the file.
 *
 * @throws 400 when the file cannot be used, or the caller has 500 courses.
 */
export async function createCourseFromFile(
  ctx: AppContext,
  caller: Caller,
  upload: Upload,
): Promise<SavedCourseRow> {
  await requireFewCourses(ctx, caller)
  const measured = await ctx.courses.read(caller.userId, upload).catch(throwForClient)
  const name = measured.name?.trim() || upload.name.replace(/(\.[a-z]+)?(\.gz)?$/i, '').trim()
  return storeCourse(ctx, caller, measured, {
    name: requireCourseName(name || 'Course'),
    description: cutDescription(measured.description ?? ''),
    sport_id: null,
  })
}

/** A workout whose line becomes a course. */
export type WorkoutCourse = Pick<CourseFields, 'name'> &
  Partial<CourseFields> & { workout_id: string }

/**
 * Creates a course from the line of a workout, or from what its owner shows of it to the caller.
 *
 * @throws 404 when the caller may not see the map of the workout, or it has none; 400 when the fields are invalid, less
 * than two points are visible, or the caller has 500 courses.
 */
export async function createCourseFromWorkout(
  ctx: AppContext,
  caller: Caller,
  { workout_id: workoutId, name, description = '', sport_id: sportId }: WorkoutCourse,
): Promise<SavedCourseRow> {
  const request = { visitor: caller, workoutId }
  const { workout, rules } = await requireRecorded(ctx, request, { needs: 'map', nothing: {} })
  const fields = {
    name: requireCourseName(name),
    description: cutDescription(description),
    sport_id: sportId === undefined ? workout.sport_id : sportId,
  }
  if (sportId != null) await requireSport(ctx, sportId)
  await requireFewCourses(ctx, caller)
  const { segments } = await loadRecording(ctx, workout, rules)
  const line = joinPositions(segments.map(({ points }) => points))
  if (line.lat.length < 2) throw noLine()
  const measured = await ctx.courses.measure(caller.userId, line).catch(throwForClient)
  return storeCourse(ctx, caller, measured, fields)
}

/** The columns that a course takes from a recording. */
interface Positions {
  readonly lat: Float64Array
  readonly lon: Float64Array
  readonly ele: Float64Array
}

/** Joins the points that have a position. */
function joinPositions(parts: readonly Positions[]): Positions {
  const columns = parts.map((part) => {
    const isPlaced = (_: number, i: number) =>
      !Number.isNaN((part.lat[i] ?? Number.NaN) + (part.lon[i] ?? Number.NaN))
    return {
      lat: part.lat.filter(isPlaced),
      lon: part.lon.filter(isPlaced),
      ele: part.ele.filter(isPlaced),
    }
  })
  const joined = (name: keyof Positions) => {
    const size = columns.reduce((sum, { [name]: column }) => sum + column.length, 0)
    const whole = new Float64Array(size)
    let at = 0
    for (const { [name]: column } of columns) {
      whole.set(column, at)
      at += column.length
    }
    return whole
  }
  return { lat: joined('lat'), lon: joined('lon'), ele: joined('ele') }
}

/** @throws 400 when a user has 500 courses */
export async function requireFewCourses(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<void> {
  if ((await countCourses(db, userId)) >= MAX_COURSES)
    throw badRequest(`there are already ${MAX_COURSES} courses`)
}

/** Throws an error for the client if a course cannot be read. @throws 400, or the error itself */
export function throwForClient(error: unknown): never {
  throw error instanceof TrackError
    ? Object.assign(badRequest(error.message), { cause: error })
    : error
}

const storeCourse = (
  ctx: AppContext,
  { userId }: Caller,
  measured: MeasuredCourse,
  fields: CourseFields,
): Promise<SavedCourseRow> =>
  transact(ctx, ({ db }) =>
    insertCourse(db, {
      ...{ short_id: ctx.ids.shortId(), user_id: userId, created_at: ctx.clock.now() },
      ...fields,
      ...measuredColumns(measured),
    }),
  )

/** Returns the columns of a course that follow from its line and waypoints. */
export const measuredColumns = ({
  points,
  size,
  waypoints,
  length,
  ascent,
  descent,
  thumbnail,
  ...bounds
}: MeasuredCourse) => ({
  points: Buffer.from(points.buffer, points.byteOffset, points.length),
  waypoints: toJson([...waypoints]),
  point_count: size,
  ...{ length, ascent, descent, thumbnail },
  ...{ min_lat: bounds.minLat, min_lon: bounds.minLon },
  ...{ max_lat: bounds.maxLat, max_lon: bounds.maxLon },
})
