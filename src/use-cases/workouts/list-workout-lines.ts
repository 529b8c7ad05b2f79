import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { listPointsOfWorkouts } from '@/db/queries/segments'
import { listFoundWorkouts, type PlacedWorkout } from '@/db/queries/workout-search'
import type { PageRequest } from '@/db/sql'
import { badRequest } from '@/errors'
import { roundHalfEven } from '@/lib/decimal'
import { type MultiLineString, multiLineString, type Position } from '@/tracks/geometry/geojson'
import { decodePoints } from '@/tracks/streams/points-blob'
import { searchWorkouts } from './list-workouts'
import { type ListRequest, readDays } from './read-list-request'

/** Which starts are shown: days as `YYYY-MM-DD`, numbers of sports separated by commas. */
export interface GlobalMapQuery {
  from?: string
  to?: string
  sport_ids?: string
}

/** One page of the caller's workouts with the lines of those that have any. */
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

/** Lines by workout; recordings without positions have none. */
async function loadLines(
  ctx: AppContext,
  workoutIds: readonly number[],
): Promise<Map<number, MultiLineString>> {
  if (workoutIds.length === 0) return new Map()
  const segments = await listPointsOfWorkouts(ctx.db, workoutIds)
  const decoded = segments.map(({ workout_id, points }) => ({
    workout_id,
    points: decodePoints(points),
  }))
  const placed = decoded.filter(({ points }) => !Number.isNaN(points.lat[0]))
  return new Map(
    [...Map.groupBy(placed, ({ workout_id }) => workout_id)].map(([id, parts]) => [
      id,
      multiLineString(parts.map(({ points }) => points)),
    ]),
  )
}

/**
 * Where the caller's workouts start, newest first, up to the configured number.
 *
 * @throws 400 for a date or a list of sports that cannot be read.
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
  const workouts = await listFoundWorkouts(ctx.db, filter, { limit: limit + 1, skipped: 0 })
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
