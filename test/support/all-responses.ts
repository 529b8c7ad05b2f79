import type { UserRow } from '@/store/db/queries/accounts/users'

type Call = (
  method: string,
  path: string,
  options: { as: UserRow },
) => Promise<{ status: number; body: unknown }>

/** Lists, statistics and pages about all of a user's workouts. */
const listPaths = ({ username }: UserRow) => [
  '/api/workouts?per_page=50',
  '/api/workouts?with_statistics=true&per_page=50',
  '/api/workouts/duplicates',
  '/api/records',
  '/api/equipments',
  '/api/sports',
  '/api/timeline',
  '/api/auth/profile',
  `/api/users/${username}`,
  `/api/stats/${username}/by_sport`,
  `/api/stats/${username}/by_time?time=week`,
]

const DETAILS = ['', '/chart_data', '/geojson', '/comments', '/gpx', '/original/download']

/** All responses of the API about a user's workouts (the newest fifty), as text by path. */
export async function readAllResponses(call: Call, user: UserRow): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const ask = async (path: string) => {
    const { status, body } = await call('GET', path, { as: user })
    answers[path] =
      `${status} ${body instanceof Uint8Array ? [...body].join() : JSON.stringify(body)}`
    return body as { data: { workouts: { id: string }[] } }
  }
  const { data } = await ask('/api/workouts?per_page=50')
  for (const path of listPaths(user)) await ask(path)
  for (const { id } of data.workouts)
    for (const part of DETAILS) await ask(`/api/workouts/${id}${part}`)
  return answers
}
