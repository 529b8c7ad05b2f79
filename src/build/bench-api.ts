/**
 * Measures how long the server works on lists, searches and statistics (`bun run bench:api`) when a user has 10,000
 * workouts of 50,000. Fails when something takes several times as long as it should: machines differ.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@/config/config'
import { createContext } from '@/create-context'
import { migrateToLatest } from '@/db/migrate'
import { openDatabase } from '@/db/open'
import { buildApp } from '@/server/app'
import { fillLibrary } from './bench-library'

const ROUNDS = 15
/** Milliseconds of server time. */
const GOALS = { list: 5, filter: 25, statistics: 25, map: 100 }
/** How many times the goal still passes. */
const TOLERANCE = 4

type Goal = keyof typeof GOALS

const W = '/api/workouts'

const REQUESTS: [goal: Goal, path: string][] = [
  ['list', W],
  ['list', `${W}?page=1000`],
  ['list', `${W}?per_page=100&page=50&return_equipments=true`],
  ['list', `${W}?sport_id=5`],
  ['list', '/api/timeline'],
  ['list', '/api/timeline?page=2000'],
  ['list', '/api/users/user_2/workouts'],
  ['list', '/api/records'],
  ['list', `${W}/workout_25000`],
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
    'equipment_id=bike_1',
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
  ['statistics', '/api/stats/user_1/by_time?time=day'],
  ['statistics', '/api/stats/user_1/by_time?time=year&type=average'],
  ['statistics', '/api/stats/user_1/by_sport'],
  ['map', `${W}/collection`],
  ['map', `${W}/global-map`],
]

/** A server on a full database, and a way to ask it as the first user. */
async function startServer(dataDir: string) {
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, {})
  const database = openDatabase(config.databaseFile)
  await migrateToLatest(database)
  fillLibrary(database.sqlite)
  await database.db.destroy()
  const { ctx, close } = createContext(config)
  const app = buildApp(ctx)
  const authorization = `Bearer ${ctx.sessions.issue(1, 0)}`
  const ask = async (path: string) => {
    const request = new Request(`http://localhost${path}`, { headers: { authorization } })
    const answer = await app.fetch(request)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${text}`)
    return text
  }
  return { ask, close }
}

/** Milliseconds of asking for a path; other programs can only make it slower, so the fastest round says most. */
async function measure(ask: (path: string) => Promise<string>, path: string): Promise<number> {
  await ask(path)
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await ask(path)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** How many workouts an answer speaks of, for those who want to know what was measured. */
function sizeOf(text: string): string {
  const { pagination, data } = JSON.parse(text)
  const total = pagination?.total ?? data?.features?.length
  return total === undefined ? '' : `${total} found`
}

async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-api-'))
  const { ask, close } = await startServer(dataDir)
  try {
    for (const [goal, path] of REQUESTS) {
      const time = await measure(ask, path)
      const failed = time > GOALS[goal] * TOLERANCE
      const verdict = time <= GOALS[goal] ? '' : failed ? '  FAR TOO SLOW' : '  over the goal'
      const found = sizeOf(await ask(path)).padStart(14)
      process.stdout.write(`${time.toFixed(1).padStart(8)} ms ${found}  ${path}${verdict}\n`)
      if (failed) process.exitCode = 1
    }
  } finally {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await bench()
process.exit()
