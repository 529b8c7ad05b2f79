import { type Config, loadConfig } from '@/lib/config/config'
import { buildApp } from '@/server/app'
import { openPasswords } from '@/services/auth/passwords'
import type { AppContext } from '@/services/context'
import { createContext } from '@/services/create-context'
import { runJob } from '@/services/workers/run-job'
import { type startWorkers, workersOn } from '@/services/workers/start-workers'
import { type OpenDatabase, openDatabase } from '@/store/db/connections/open'
import { type TestClock, testClock } from './clock'
import { makeFolder } from './folder'
import { PREPARED_DATABASE } from './prepared-database'
import { borrowApp } from './shared-app'

/** Hashes like those of the server, at a thousandth of the cost. */
const passwords = openPasswords({ memoryCost: 8, timeCost: 1 })

/** No server listens at the URLs of map tiles and geocoding: tests that need one start it. */
const SETTINGS = {
  UI_URL: 'http://localhost',
  APP_SECRET_KEY: 'a key for tests only, of some length',
  AUTH_RATE_LIMITS: 'off',
  // Most tests compare with recorded numbers of FitTrackee.
  MEASUREMENTS: 'fittrackee',
  TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
  NOMINATIM_URL: 'http://127.0.0.1:9',
}

const SILENCE: Config['log'] = {
  ...{ level: 'silent', format: 'json', file: undefined },
  requests: false,
}

/** Reads recordings on the thread of the tests, because workers would have to start for each of them. */
const workOnThisThread: typeof startWorkers = (deps) =>
  workersOn({ run: (job) => runJob(job, { fetch }), stop: () => undefined }, deps)

/** A server for one test: a copy of the prepared database, an uploads folder, and a clock that can be set. */
export interface TestServer {
  ctx: AppContext
  clock: TestClock
  /** Handles a request without a socket. */
  handle: (request: Request) => Promise<Response>
  stop: () => Promise<void>
}

/** Starts a test server; `changes` replace settings of the configuration, `database` the one in memory. */
export function startTestServer(
  changes: Partial<Config> = {},
  database?: OpenDatabase,
): TestServer {
  const { folder, remove } = makeFolder()
  const settings = loadConfig({ ...SETTINGS, DATA_DIR: folder }, {})
  const clock = testClock()
  const { ctx, close } = createContext(
    { ...settings, log: SILENCE, ...changes },
    {
      clock,
      passwords,
      database: database ?? openDatabase(PREPARED_DATABASE),
      setupToken: 'setup-token',
      startWorkers: workOnThisThread,
    },
  )
  const isPlain = Object.keys(changes).length === 0 && database === undefined
  const { app, giveBack } = isPlain
    ? borrowApp(ctx)
    : { app: buildApp(ctx), giveBack: () => undefined }
  return {
    ctx,
    clock,
    handle: async (request) => app.fetch(request),
    stop: async () => {
      await close()
      giveBack()
      remove()
    },
  }
}
