import { MEASURED, measuredWorkout } from '../library'
import { logIn } from '../server'
import type { Part } from '../stage'
import type { Row } from '../table'
import { serveLibrary } from './reads'

const ROUNDS = 15
/** Milliseconds until the response is complete. */
const GOALS = { list: 5, filter: 25, statistics: 25, map: 100 }
/** The tolerated multiple of the goal, because machines differ. */
const TOLERANCE = 4

type Goal = keyof typeof GOALS

const W = '/api/workouts'
const STATS = `/api/stats/${MEASURED.username}`

const REQUESTS = (): [goal: Goal, path: string][] => [
  ['list', `${W}?page=400`],
  ['list', `${W}?per_page=100&page=50&return_equipments=true`],
  ['list', `${W}?sport_id=5`],
  ['list', '/api/timeline?page=400'],
  ['list', '/api/users/user_2/workouts'],
  ['list', `${W}/${measuredWorkout()}`],
  ...[
    'order_by=distance&order=asc',
    'order_by=ave_speed',
    'order_by=ave_pace&order=asc',
    'title=RIDE',
    'title=пробежка',
    'title=nothing like it',
    'description=CAFÉ',
    'notes=note 1',
    'from=2020-01-01&to=2020-12-31',
    'distance_from=20&distance_to=25',
    'duration_from=01:00&duration_to=01:30',
    'ave_speed_from=12&max_speed_to=30',
    'ave_pace_to=5:00',
    'equipment_id=none',
    'workout_visibility=public',
    'coordinates=46,7',
    'coordinates=46,7&radius=0.5',
    'coordinates=46.1,7.1&radius=2',
    'coordinates=46.02,7.02&radius=0.05',
    'coordinates=46.3,7.3&radius=40',
    'coordinates=0,0',
    'title=ride&distance_from=10&from=2018-01-01&order_by=distance&with_statistics=true',
    'with_statistics=true',
  ].map((query): [Goal, string] => ['filter', `${W}?${query}`]),
  ['statistics', `${STATS}/by_time?time=day`],
  ['statistics', `${STATS}/by_time?time=year&type=average`],
  ['map', `${W}/collection`],
  ['map', `${W}/global-map`],
  ['map', `${W}/lines`],
]

/** Lists far back, every filter, long statistics and maps: the time of one response, with the slowest of each kind. */
export const searches: Part = {
  name: 'searches',
  run: async (stage) => {
    const server = await serveLibrary(stage, await stage.library())
    try {
      const authorization = `Bearer ${await logIn(server.url, MEASURED.email)}`
      const slowest = new Map<Goal, { path: string; ms: number }>()
      for (const [goal, path] of REQUESTS()) {
        const ms = await timeOf(server.url + path, authorization)
        stage.say(`${ms.toFixed(1).padStart(7)} ms  ${path}`)
        if (ms > (slowest.get(goal)?.ms ?? 0)) slowest.set(goal, { path, ms })
      }
      return [...slowest].map(rowOf)
    } finally {
      await server.end('SIGTERM')
      server.remove()
    }
  },
}

/** Other programs can only slow it down, so the fastest round is the most accurate. */
async function timeOf(url: string, authorization: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    // A different URL each time, so that no response is cached.
    const address = `${url}${url.includes('?') ? '&' : '?'}_=${round}`
    const answer = await fetch(address, { headers: { authorization } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${text}`)
    best = Math.min(best, performance.now() - started)
  }
  return best
}

const rowOf = ([goal, { path, ms }]: [Goal, { path: string; ms: number }]): Row => ({
  ...{ name: `slowest ${goal}, \`${path}\``, unit: 'ms', ours: ms },
  ...(ms > GOALS[goal] * TOLERANCE && { missed: `≤ ${GOALS[goal]} ms` }),
})
