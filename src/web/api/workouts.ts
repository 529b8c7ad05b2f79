import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { api, type DataOf, dataOf } from './client'
import { download } from './download'
import { nextPage } from './pages'

type WorkoutRoutes = ReturnType<typeof api.workouts>

/** A workout with everything the caller may see of it. */
export type Workout = DataOf<WorkoutRoutes['get']>['data']['workouts'][number]
/** A stretch of a workout between pauses. */
export type Segment = Workout['segments'][number]
/** A personal record. */
export type WorkoutRecord = Workout['records'][number]
/** A workout as the log shows it. */
export type ListedWorkout = DataOf<typeof api.workouts.get>['data']['workouts'][number]
/** A recorded point with what was measured there. */
export type ChartPoint = DataOf<WorkoutRoutes['chart_data']['get']>['data']['chart_data'][number]

const PAGE_SIZE = 10

/** The own workouts, newest first, page by page. */
export const workoutsQuery = infiniteQueryOptions({
  queryKey: ['workouts'],
  queryFn: ({ pageParam }) =>
    dataOf(api.workouts.get({ query: { page: String(pageParam), per_page: String(PAGE_SIZE) } })),
  initialPageParam: 1,
  getNextPageParam: nextPage,
})

const routesOf = (id: string): WorkoutRoutes => api.workouts({ workout_short_id: id })

/** One workout with everything the caller may see of it. */
export const workoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id],
    queryFn: async () => {
      const [workout] = (await dataOf(routesOf(id).get())).data.workouts
      if (!workout) throw new ApiError(404, null)
      return workout
    },
  })

/** Every recorded point of a workout, for charts and the link between charts and map. */
export const chartQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'chart'],
    queryFn: async () => (await dataOf(routesOf(id).chart_data.get())).data.chart_data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What else was recorded of a workout, a value for each point. */
export const streamsQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'streams'],
    queryFn: async () =>
      (await dataOf(routesOf(id).chart_data.get({ query: { streams: 'only' } }))).data.streams ??
      [],
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The lines of a workout on the map, longitude before latitude. */
export const geometryQuery = (id: string) =>
  queryOptions({
    queryKey: ['workout', id, 'geometry'],
    queryFn: async () => (await dataOf(routesOf(id).geojson.get())).data.geojson.coordinates,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What is sent for a workout that nothing has recorded. */
export type ManualEntry = Parameters<typeof api.workouts.no_gpx.post>[0]

/** Adds a workout that nothing has recorded; answers its id. */
export async function enterWorkout(entry: ManualEntry): Promise<string> {
  const [workout] = (await dataOf(api.workouts.no_gpx.post(entry))).data.workouts
  if (!workout) throw new ApiError(404, null)
  return workout.id
}

/** Changes a workout; without a change nothing is sent. */
export async function editWorkout(id: string, changes: Record<string, unknown>): Promise<void> {
  if (Object.keys(changes).length > 0) await dataOf(routesOf(id).patch(changes))
}

/** Computes everything of a workout anew from its recording. */
export async function recalculateWorkout(id: string): Promise<void> {
  await dataOf(routesOf(id).refresh.post())
}

/** Fetches the recording of a workout, as it was uploaded or as GPX. */
export const downloadRecording = ({
  id,
  kind,
  name,
}: {
  id: string
  kind: 'original' | 'gpx'
  name: string
}): Promise<void> => download(`/api/workouts/${id}/${kind}/download`, name)

/** Deletes a workout for good. */
export async function deleteWorkout(id: string): Promise<void> {
  await dataOf(routesOf(id).delete())
}

/** Marks everything that depends on the set of workouts as stale. */
export async function refreshWorkouts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['workouts'] }),
    client.invalidateQueries({ queryKey: ['profile'] }),
  ])
}
