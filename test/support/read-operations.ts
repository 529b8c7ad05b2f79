import type { ApiDocument } from './api-document'
import type { TestServer } from './app'
import type { Answer } from './client'

/** A recorded workout of Ann. */
export interface ReadWorkout {
  id: string
  segmentId: string
  /** A line on which users compare their times. */
  rankedSegmentId?: string
}

/** Values of path parameters that do not identify a workout or its owner. An unknown parameter fails the test. */
const SAMPLES: Readonly<Record<string, string>> = {
  ...{
    file: 'x',
    action_short_id: 'x',
    client_id: '1',
    comment_short_id: 'x',
    course_id: 'x',
    equipment_short_id: 'x',
  },
  ...{ equipment_type_id: '1', file_name: 'x.zip', map_id: 'x', report_id: '1', segment_id: '1' },
  ...{ sport_id: '1', task_short_id: 'x', task_type: 'workouts_archive_upload' },
  ...{ s: 'a', share_secret: 'x', x: '1', y: '1.png', z: '1', webhook_id: '1' },
}

/** Queries with which a route returns more than without. */
const QUERIES: Readonly<Record<string, (workout: ReadWorkout, other: ReadWorkout) => string[]>> = {
  '/api/workouts': () => ['', '?with_statistics=true&return_equipments=true', '?per_page=50'],
  '/api/workouts/collection': () => ['?per_page=50'],
  '/api/workouts/compare': ({ id }, other) => [`?ids=${id},${other.id}`],
  '/api/workouts/reactions': ({ id }) => [`?ids=${id}`],
  '/api/workouts/duplicates': ({ id }) => ['', `?workout_id=${id}`],
  '/api/workouts/{workout_short_id}/chart_data': () => ['', '?streams=all', '?streams=only'],
  '/api/workouts/{workout_short_id}/chart_data/segment/{segment_short_id}': () => [
    '',
    '?streams=all',
  ],
  '/api/workouts/{workout_short_id}/same-route': () => ['', '?any_sport=true&direction=both'],
  '/api/users': () => ['?per_page=50&with_following=true'],
  '/api/users/{user_name}/workouts': () => ['', '?page=2'],
  '/api/timeline': () => ['', '?page=2', '?page=3', '?page=4', '?page=5'],
  '/api/segments': () => ['', '?owner=anyone&coordinates=47.99123,7.85321&radius=50'],
  '/api/efforts': () => ['?sport_id=1'],
  '/api/efforts/ranking': () => ['?sport_id=1&kind=distance&target=1000'],
  '/api/efforts/history': () => ['?sport_id=1&kind=distance&target=1000'],
  '/api/stats/{user_name}/by_time': () => ['', '?time=month', '?type=average'],
  '/api/thresholds/zones': () => ['?sport_id=1'],
  '/api/operations/tasks': () => ['?state=failed'],
  '/users/{user_name}/workouts.rss': () => ['', '?description=true'],
  '/users/{user_name}/workouts.atom': () => ['', '?description=true'],
}

/** The URLs of an operation for a workout. A URL without workout and query is the same for all workouts. */
export function urlsOf(path: string, workout: ReadWorkout, other: ReadWorkout): string[] {
  const known: Record<string, string> = {
    ...SAMPLES,
    ranked_segment_id: workout.rankedSegmentId ?? 'x',
    ...{ workout_short_id: workout.id, segment_short_id: workout.segmentId, user_name: 'ann' },
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = known[name]
    if (value === undefined) throw new Error(`${path} has the unknown parameter ${name}`)
    return value
  })
  return (QUERIES[path]?.(workout, other) ?? ['']).map((query) => filled + query)
}

/** The paths of all operations of the API document that read. */
export async function listReadablePaths({ handle }: Pick<TestServer, 'handle'>): Promise<string[]> {
  const response = await handle(new Request('http://localhost/api/openapi.json'))
  return readablePathsOf((await response.json()) as ApiDocument)
}

/** The paths of all operations that read in an API document. */
export const readablePathsOf = ({ paths }: ApiDocument): string[] =>
  Object.keys(paths).filter((path) => paths[path]?.get)

/** The body and the headers of a response. */
export const textOf = ({ body, headers }: Answer) =>
  `${typeof body === 'string' ? body : JSON.stringify(body)}\n${JSON.stringify([...headers])}`
