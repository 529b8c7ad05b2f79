import {
  type MultiLineString,
  multiLineString,
  type Position,
} from '@/domain/tracks/geometry/geojson'
import { hasPositions } from '@/domain/tracks/geometry/placed-line'
import { decodePositions } from '@/domain/tracks/streams/points-blob'
import { badRequest } from '@/lib/errors'
import { roundHalfEven } from '@/lib/text/decimal'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { listPointsOfWorkouts } from '@/store/db/queries/workouts/segments'
import {
  listMatchingWorkouts,
  type PlacedWorkout,
} from '@/store/db/queries/workouts/workout-search'
import type { PageRequest } from '@/store/db/sql'
import { searchWorkouts } from './list-workouts'
import { type ListRequest, readDays } from './read-list-request'

/** Filter for starts on the map: days as `YYYY-MM-DD`, sport ids separated by commas. */
export interface GlobalMapQuery {
  from?: string
  to?: string
  sport_ids?: string
}

/** Returns one page of the caller's workouts, only those with a track. */
export async function listWorkoutLines(
  ctx: AppContext,
  caller: Caller,
  request: ListRequest & PageRequest,
) {
  const { rows, total } = await searchWorkouts(ctx, caller, request)
  const lines = await loadLines(
    ctx,
    rows.map(({ id }) => id),
  )
  const drawn = rows.flatMap((workout) => {
    const geometry = lines.get(workout.id)
    return geometry ? [{ workout, geometry }] : []
  })
  return { drawn, total }
}

/** Loads tracks by workout. Recordings without positions have none. */
async function loadLines(
  ctx: AppContext,
  workoutIds: readonly number[],
): Promise<Map<number, MultiLineString>> {
  if (workoutIds.length === 0) return new Map()
  const segments = await listPointsOfWorkouts(ctx.db, workoutIds)
  const decoded = segments.map(({ workout_id, points }) => ({
    workout_id,
    points: decodePositions(points),
  }))
  const placed = decoded.filter(({ points }) => hasPositions(points))
  return new Map(
    [...Map.groupBy(placed, ({ workout_id }) => workout_id)].map(([id, parts]) => [
      id,
      multiLineString(parts.map(({ points }) => points)),
    ]),
  )
}

/**
 * Returns the starts of the caller's workouts, newest first, up to the configured number.
 *
 * @throws 400 when a date or a list of sports is malformed.
 */
export async function listStarts(ctx: AppContext, caller: Caller, query: GlobalMapQuery) {
  const badDate = () => badRequest("invalid date format, expecting '%Y-%m-%d'")
  const filter = {
    userId: caller.userId,
    ...readDays(query, caller.timezone, badDate),
    sportIds: query.sport_ids ? readSportIds(query.sport_ids) : undefined,
    withStart: true,
  }
  const { global_map_workouts_limit: limit } = await getAppConfig(ctx.db)
  const workouts = await listMatchingWorkouts(ctx.db, filter, { limit: limit + 1, skipped: 0 })
  return {
    drawn: workouts.slice(0, limit).map((workout) => ({
      workout,
      geometry: {
        type: 'Point' as const,
        coordinates: startOf(workout),
      },
    })),
    limitExceeded: workouts.length > limit,
  }
}

const startOf = ({ start_lon, start_lat }: PlacedWorkout): Position => [
  roundHalfEven(start_lon ?? 0, 9),
  roundHalfEven(start_lat ?? 0, 9),
]

function readSportIds(text: string): number[] {
  const parts = text.split(',')
  if (!parts.every((part) => /^\s*[+-]?\d+\s*$/.test(part))) throw badRequest('invalid sport_ids')
  return parts.map(Number)
}
