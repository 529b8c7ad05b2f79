import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'
import { download } from '@/web/api/client/download'
import { LOG_PAGE_SIZE } from '@/web/api/client/log-page-size'

type WorkoutRoutes = ReturnType<typeof api.workouts>

/** A workout with all fields that the caller may see. */
export type Workout = ResponseData<WorkoutRoutes['get']>['data']['workouts'][number]
/** A part of a workout between pauses. */
export type Segment = Workout['segments'][number]
/** A personal record. */
export type WorkoutRecord = Workout['records'][number]
/** A workout as lists contain it. */
export type ListedWorkout = ResponseData<typeof api.workouts.get>['data']['workouts'][number]
/** A recorded point with the values measured there. */
export type ChartPoint = ResponseData<
  WorkoutRoutes['chart_data']['get']
>['data']['chart_data'][number]

/** The user's workouts, newest first, page by page. */
export const workoutsQuery = infiniteQueryOptions({
  queryKey: ['workouts'],
  queryFn: ({ pageParam }) =>
    unwrap(
      api.workouts.get({ query: { page: String(pageParam), per_page: String(LOG_PAGE_SIZE) } }),
    ),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

const workoutRoutes = (id: string): WorkoutRoutes => api.workouts({ workout_short_id: id })

/** Fetches one workout with all fields that the caller may see. */
export async function fetchWorkout(id: string): Promise<Workout> {
  const [workout] = (await unwrap(workoutRoutes(id).get())).data.workouts
  if (!workout) throw new ApiError(404, null)
  return workout
}

/** One workout with all fields that the caller may see. */
export const workoutQuery = (id: string) =>
  queryOptions({ queryKey: ['workout', id], queryFn: () => fetchWorkout(id) })

/** Every recorded point of a workout, for charts and the link between charts and map. */
export const chartQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'chart'],
    queryFn: async () => (await unwrap(workoutRoutes(id).chart_data.get())).data.chart_data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Additional measurements of a workout, with a value for each point. */
export const streamsQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'streams'],
    queryFn: async () =>
      (await unwrap(workoutRoutes(id).chart_data.get({ query: { streams: 'only' } }))).data
        .streams ?? [],
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The lines of a workout's track as coordinates, longitude before latitude. */
export const geometryQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'geometry'],
    queryFn: async () => (await unwrap(workoutRoutes(id).geojson.get())).data.geojson.coordinates,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The towns at the start, the end and the highest point of a workout. */
export const workoutPlacesQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['workout', id, 'places', language],
    queryFn: async () =>
      (await unwrap(workoutRoutes(id).places.get({ query: { language } }))).data.places,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Suggests a title from the towns that one of the user's workouts passed; null if there are none. */
export const suggestTitle = async (id: string, language: string): Promise<string | null> =>
  (await unwrap(workoutRoutes(id)['suggested-title'].get({ query: { language } }))).data.title

export type WorkoutPlaces = Awaited<
  ReturnType<NonNullable<ReturnType<typeof workoutPlacesQuery>['queryFn']>>
>

/** Numbers of the tiles of one of the user's workouts, zoom level 14 first. */
export const workoutTilesQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'tiles'],
    queryFn: async () =>
      (await unwrap(api.explorer.workouts({ workout_short_id: id }).get())).data.tiles,
  })

/** Fields of a manually entered workout. */
export type ManualWorkout = Parameters<typeof api.workouts.no_gpx.post>[0]

/** Creates a workout from manually entered values; returns its id. */
export async function createManualWorkout(entry: ManualWorkout): Promise<string> {
  const [workout] = (await unwrap(api.workouts.no_gpx.post(entry))).data.workouts
  if (!workout) throw new ApiError(404, null)
  return workout.id
}

/** Changes a workout. Sends no request if there are no changes. */
export async function editWorkout(id: string, changes: Record<string, unknown>): Promise<void> {
  if (Object.keys(changes).length > 0) await unwrap(workoutRoutes(id).patch(changes))
}

/** Recomputes all values of a workout from its recording. */
export async function recalculateWorkout(id: string): Promise<void> {
  await unwrap(workoutRoutes(id).refresh.post())
}

/** Downloads the recording of a workout, as uploaded or as GPX. */
export const downloadRecording = ({
  id,
  kind,
  name,
}: {
  id: string
  kind: 'original' | 'gpx'
  name: string
}): Promise<void> => download(`/api/workouts/${id}/${kind}/download`, name)

/** Deletes a workout permanently; `withEvent` also deletes the other legs of its multisport event. */
export async function deleteWorkout(id: string, withEvent = false): Promise<void> {
  await unwrap(workoutRoutes(id).delete(undefined, { query: withEvent ? { event: 'true' } : {} }))
}

/** Marks everything that depends on the set of workouts as stale. */
export async function refreshWorkouts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['workouts'] }),
    client.invalidateQueries({ queryKey: ['profile'] }),
  ])
}
