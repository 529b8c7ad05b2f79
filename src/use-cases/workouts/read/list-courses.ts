import { METRES_PER_KM } from '@/domain/reference/lengths'
import type { Caller, Visitor } from '@/policy/caller'
import { isOwner, viewerOf } from '@/policy/visibility'
import { workoutPartVisibleTo, workoutVisibleTo } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import {
  type CourseRank,
  type CourseVisit,
  findCourseRank,
  findPreviousVisit,
  findRouteOf,
  listRoutesOf,
  listWorkoutsOnRoute,
  type OnRoute,
  type RouteFilter,
  type RouteRow,
} from '@/store/db/queries/workouts/courses'
import { loadListedWorkouts, type WorkoutOutline } from '@/store/db/queries/workouts/workouts'
import type { Page, PageRequest } from '@/store/db/sql'
import type { OwnerRules } from '@/use-cases/views/hiding-rules'
import {
  loadPublicVersions,
  publicRow,
  type RevealedWorkout,
} from '@/use-cases/views/public-version'
import {
  type RecordingRequest,
  type RequestedPart,
  requireRecorded,
} from '@/use-cases/workouts/measure/stored-recording'

/** A request for the workouts on a course. */
export interface SameCourseRequest extends RecordingRequest {
  /** Whether to include other sports. */
  anySport: boolean
  direction: 'same' | 'opposite' | undefined
}

/** The workouts on the same course as one of them, newest first, including that one. */
export interface SameCourse extends Page<OnRoute> {
  /**
   * Metres: length of the course for the owner, or else of the workout, so as not to reveal other workouts; undefined
   * when the workout is not on a course.
   */
  length: number | undefined
  /** Among all workouts of the same sport and direction; for the owner only, because others may not see all of them. */
  rank: CourseRank | undefined
  /** The last time before on the course in the same sport; for the owner only. */
  previous?: CourseVisit | undefined
  /** Whether the visitor may see heart rates. */
  heartRate: boolean
}

const MAP: RequestedPart = { needs: 'map', nothing: { route: null, workouts: [] } }

/**
 * Returns one page of the owner's workouts on the same course whose maps the visitor may see.
 *
 * @throws 404 unless the visitor may see the map and the workout has a recording.
 */
export async function listSameCourse(
  ctx: AppContext,
  request: SameCourseRequest,
  page: PageRequest,
): Promise<SameCourse> {
  const { workout, display, rules } = await requireRecorded(ctx, request, MAP)
  const route = await findRouteOf(ctx.db, workout.id)
  const heartRate = display.hr
  if (!route) return { rows: [], total: 0, length: undefined, rank: undefined, heartRate }
  const filter: RouteFilter = {
    routeId: route.id,
    isTurned: route.is_opposite,
    sportId: request.anySport ? undefined : workout.sport_id,
    direction: request.direction,
    seen: visibleTo(request.visitor, workout.user_id),
  }
  const found = await listWorkoutsOnRoute(ctx.db, filter, page)
  const isOwn = isOwner(request.visitor, workout.user_id)
  const rows = rules ? await hideParts(ctx, found.rows, rules) : found.rows
  const [seen] = rules ? await loadAsOthers(ctx, workout.id, rules) : [workout]
  const length = visibleLength(request.visitor, seen ?? workout, route)
  const rank = isOwn ? await findCourseRank(ctx.db, workout.id) : undefined
  const previous = isOwn ? await findPreviousVisit(ctx.db, workout.id) : undefined
  return { ...found, rows, length, rank, previous, heartRate }
}

/** Returns the workouts as others see them. */
async function hideParts<Row extends RevealedWorkout>(
  ctx: AppContext,
  rows: Row[],
  rules: OwnerRules,
): Promise<Row[]> {
  const hiding = new Map(rows.map(({ user_id }) => [user_id, rules]))
  const versions = await loadPublicVersions(ctx, rows, hiding)
  return rows.map((row) => publicRow(row, versions))
}

const loadAsOthers = async (ctx: AppContext, workoutId: number, rules: OwnerRules) =>
  hideParts(ctx, [...(await loadListedWorkouts(ctx.db, [workoutId])).values()], rules)

type MeasuredWorkout = Pick<WorkoutOutline, 'user_id' | 'distance'>

/** The line of a course may be that of a workout that the visitor may not see. */
const visibleLength = (visitor: Visitor, workout: MeasuredWorkout, route: RouteRow): number =>
  isOwner(visitor, workout.user_id) ? route.length : (workout.distance ?? 0) * METRES_PER_KM

/** Returns the conditions for workouts that the visitor may see; none for the visitor's own. */
function visibleTo(visitor: Visitor, ownerId: number) {
  if (isOwner(visitor, ownerId)) return undefined
  const viewer = viewerOf(visitor, { inReport: false })
  return [workoutVisibleTo(viewer), workoutPartVisibleTo(viewer, 'map')]
}

/** Returns one page of the courses that the caller repeated, most frequent first. */
export const listOwnCourses = (ctx: AppContext, { userId }: Caller, page: PageRequest) =>
  listRoutesOf(ctx.db, userId, page)
