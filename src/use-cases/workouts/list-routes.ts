import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import {
  findRouteOf,
  listRoutesOf,
  listWorkoutsOnRoute,
  type OnRoute,
  type RouteFilter,
  type RouteRow,
} from '@/db/queries/routes'
import type { WorkoutOutline } from '@/db/queries/workouts'
import type { Page, PageRequest } from '@/db/sql'
import { isOwner, viewerOf } from '@/policy/visibility'
import { workoutPartVisibleTo, workoutVisibleTo } from '@/policy/workout'
import { METRES_PER_KM } from '@/tracks/metrics/units'
import { type RecordingRequest, type RequestedPart, requireRecorded } from './stored-recording'

/** Which workouts of a route are asked for. */
export interface SameRouteRequest extends RecordingRequest {
  /** Also those of other sports. */
  anySport: boolean
  direction: 'same' | 'opposite' | undefined
}

/** The workouts that went the way of one, the newest first, that one included. */
export interface SameRoute extends Page<OnRoute> {
  /** Metres: of its line for the owner, else of the workout; undefined for a workout that is on no route. */
  length: number | undefined
  /** Whether heart rates of its owner may be told. */
  heartRate: boolean
}

const MAP: RequestedPart = { needs: 'map', nothing: { route: null, workouts: [] } }

/**
 * One page of the workouts of the same person that went the same way and whose maps the visitor may see.
 *
 * @throws 404 unless the visitor sees the map of a recorded workout.
 */
export async function listSameRoute(
  ctx: AppContext,
  request: SameRouteRequest,
  page: PageRequest,
): Promise<SameRoute> {
  const { workout, display } = await requireRecorded(ctx, request, MAP)
  const route = await findRouteOf(ctx.db, workout.id)
  if (!route) return { rows: [], total: 0, length: undefined, heartRate: display.hr }
  const filter: RouteFilter = {
    routeId: route.id,
    isTurned: route.is_opposite,
    sportId: request.anySport ? undefined : workout.sport_id,
    direction: request.direction,
    seen: seenBy(request.visitor, workout.user_id),
  }
  const found = await listWorkoutsOnRoute(ctx.db, filter, page)
  return { ...found, length: lengthFor(request.visitor, workout, route), heartRate: display.hr }
}

/** The line of a route may be that of a workout that others must not know of. */
const lengthFor = (visitor: Visitor, workout: WorkoutOutline, route: RouteRow): number =>
  isOwner(visitor, workout.user_id) ? route.length : (workout.distance ?? 0) * METRES_PER_KM

/** What the visitor may see of workouts of a route; nobody needs to ask that of own ones. */
function seenBy(visitor: Visitor, ownerId: number) {
  if (isOwner(visitor, ownerId)) return undefined
  const viewer = viewerOf(visitor, { inReport: false })
  return [workoutVisibleTo(viewer), workoutPartVisibleTo(viewer, 'map')]
}

/** One page of the routes that the caller went more than once, the most frequent first. */
export const listOwnRoutes = (ctx: AppContext, { userId }: Caller, page: PageRequest) =>
  listRoutesOf(ctx.db, userId, page)
