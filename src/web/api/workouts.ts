import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { request } from './client'
import type { ChartPoint, Pagination, Workout } from './types'

const PAGE_SIZE = 10

/** The own workouts, newest first, page by page. */
export const workoutsQuery = infiniteQueryOptions({
  queryKey: ['workouts'],
  queryFn: ({ pageParam }) =>
    request<{ data: { workouts: Workout[] }; pagination: Pagination }>(
      'GET',
      `workouts?page=${pageParam}&per_page=${PAGE_SIZE}`,
    ),
  initialPageParam: 1,
  getNextPageParam: ({ pagination }) => (pagination.has_next ? pagination.page + 1 : undefined),
})

/** One workout with everything the caller may see of it. */
export const workoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id],
    queryFn: async () => {
      const { data } = await request<{ data: { workouts: Workout[] } }>('GET', `workouts/${id}`)
      const [workout] = data.workouts
      if (!workout) throw new ApiError(404, null)
      return workout
    },
  })

/** Every recorded point of a workout, for charts and the link between charts and map. */
export const chartQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'chart'],
    queryFn: async () =>
      (await request<{ data: { chart_data: ChartPoint[] } }>('GET', `workouts/${id}/chart_data`))
        .data.chart_data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The lines of a workout on the map. */
export const geometryQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'geometry'],
    queryFn: async () =>
      (
        await request<{ data: { geojson: { coordinates: number[][][] } } }>(
          'GET',
          `workouts/${id}/geojson`,
        )
      ).data.geojson.coordinates,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Deletes a workout for good. */
export async function deleteWorkout(id: string): Promise<void> {
  await request('DELETE', `workouts/${id}`)
}

/** Marks everything that depends on the set of workouts as stale. */
export async function refreshWorkouts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['workouts'] }),
    client.invalidateQueries({ queryKey: ['profile'] }),
  ])
}
