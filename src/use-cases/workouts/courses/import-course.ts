import { CourseCollector } from '@/domain/courses/course-collector'
import { parseWaypointKind } from '@/domain/courses/course-file'
import type { MeasuredCourse } from '@/domain/courses/read-course'
import { MAX_COURSE_POINTS } from '@/domain/courses/thin-course'
import { badRequest } from '@/lib/errors'
import { isObject, type Json, listIn, numberIn, pastIn } from '@/lib/text/json-fields'
import { chooseShortId } from '@/lib/text/own-short-id'
import type { AppContext } from '@/services/context'
import { type Tx, transact } from '@/store/db/connections/transact'
import { findPlannedCourse, savePlannedCourse } from '@/store/db/queries/courses/planned-courses'
import { findCourse, findCourseOwner, insertCourse } from '@/store/db/queries/courses/saved-courses'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { findExportedSport } from '@/use-cases/views/exported-sport'
import { cutDescription, requireCourseName } from './course-fields'
import { measuredColumns, requireFewCourses, throwForClient } from './create-course'

/**
 * Adds a course from an export, unless it is stored already. `text` identifies it if it has no id.
 *
 * @throws 400 with the reason why it cannot be added
 */
export async function importCourse(
  ctx: AppContext,
  { userId, taskId }: { userId: number; taskId: number },
  { item, text }: { item: Json; text: string },
): Promise<void> {
  const fields = isObject(item.course) ? item.course : {}
  const found = await chooseShortId({ userId, given: fields.id, text }, (shortId) =>
    findCourseOwner(ctx.db, shortId),
  )
  if (!found) throw badRequest('another user has a course with this id')
  if (found.isStored) return
  await requireFewCourses(ctx, { userId })
  const { line, waypoints } = readLine(item)
  const measured = await ctx.courses.measure(userId, line).catch(throwForClient)
  const sport = { ...fields, sport_label: item.sport_label }
  const row = {
    ...{ short_id: found.shortId, user_id: userId, import_task_id: taskId },
    name: requireCourseName(String(fields.name ?? '')),
    description: cutDescription(String(fields.description ?? '')),
    sport_id: (await findExportedSport(ctx.db, sport)) ?? null,
    created_at: pastIn(fields.created_at, ctx.clock.now()),
    ...measuredColumns({ ...withDeclaredTotals(measured, fields), waypoints }),
  }
  await transact(ctx, ({ db }) => insertCourse(db, row))
}

/**
 * Reads the line and the waypoints of a course. Invalid positions are skipped.
 *
 * @throws 400 when there are more positions than a server stores
 */
function readLine({ geojson, elevations, waypoints }: Json) {
  const collector = new CourseCollector()
  const metres = listIn(elevations)
  const positions = listIn(isObject(geojson) ? geojson.coordinates : undefined)
  if (positions.length > MAX_COURSE_POINTS)
    throw badRequest(`a course must have at most ${MAX_COURSE_POINTS} positions`)
  const degrees = (value: unknown) => numberIn(value) ?? Number.NaN
  for (const [i, position] of positions.entries()) {
    const [lon, lat] = listIn(position)
    collector.add(degrees(lat), degrees(lon), degrees(metres[i]))
  }
  for (const waypoint of listIn(waypoints).filter(isObject))
    collector.addWaypoint({
      ...{ lat: degrees(waypoint.latitude), lon: degrees(waypoint.longitude) },
      name: String(waypoint.name ?? ''),
      kind: parseWaypointKind(String(waypoint.kind)),
    })
  return { line: collector.line(), waypoints: collector.waypoints }
}

/** Share by which the line of an export, which is simplified if it is long, may differ from the original one. */
const TOLERANCE = 0.02

/** Takes over the totals of an export, which were measured on the original line, if the line does not contradict them. */
function withDeclaredTotals(measured: MeasuredCourse, fields: Json): MeasuredCourse {
  const total = <Value extends number | null>(value: Value, declared: unknown) => {
    const metres = numberIn(declared)
    if (value === null || metres === undefined) return value
    return Math.abs(metres - value) <= Math.max(1, TOLERANCE * value) ? metres : value
  }
  return {
    ...measured,
    length: total(measured.length, fields.length),
    ascent: total(measured.ascent, fields.ascent),
    descent: total(measured.descent, fields.descent),
  }
}

/** Short ids in an export of a workout and the course that its owner has chosen; null if it followed none. */
export interface ImportedPlan {
  workoutShortId: string
  courseShortId: string | null
}

/** Chooses the courses of a user's workouts as an export says, unless the user has chosen others here. */
export async function importPlannedCourses(
  db: Tx,
  userId: number,
  planned: readonly ImportedPlan[],
): Promise<void> {
  for (const { workoutShortId, courseShortId } of planned) {
    const workout = await findWorkout(db, workoutShortId)
    if (workout?.user_id !== userId || (await findPlannedCourse(db, workout.id))) continue
    const courseId = courseShortId === null ? null : await findImportedId(db, userId, courseShortId)
    if (courseId !== undefined) await savePlannedCourse(db, workout.id, courseId)
  }
}

/** Finds the row of a course by its short id in the export. */
async function findImportedId(db: Tx, userId: number, given: string): Promise<number | undefined> {
  const found = await chooseShortId({ userId, given, text: given }, (shortId) =>
    findCourseOwner(db, shortId),
  )
  if (!found?.isStored) return undefined
  return (await findCourse(db, { userId, shortId: found.shortId }))?.id
}
