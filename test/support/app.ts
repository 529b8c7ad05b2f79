import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionTokens } from '@/auth/session-tokens'
import { type Config, loadConfig } from '@/config/config'
import type { AppContext } from '@/context'
import { migrateToLatest } from '@/db/migrate'
import { openDatabase } from '@/db/open'
import { openGeocoder } from '@/geocode/geocoder'
import { randomIds } from '@/lib/ids'
import { createLog } from '@/lib/log'
import { RateLimiter } from '@/lib/rate-limiter'
import { sealerFor } from '@/lib/sealed-text'
import { Signal } from '@/lib/signal'
import { openMail } from '@/mail/delivery'
import { buildApp } from '@/server/app'
import { openFiles } from '@/storage/files'
import { openWeather } from '@/weather/weather'
import { trackReader } from '@/workers/track-reader'
import { measureTrack } from '@/workers/track-task'
import { type TestClock, testClock } from './clock'

const template = openDatabase(':memory:')
await migrateToLatest(template)
const migrated = template.sqlite.serialize()

/** Nobody listens where map tiles and places are to come from: they are for the tests that bring a server. */
const SETTINGS = {
  UI_URL: 'http://localhost',
  AUTH_RATE_LIMITS: 'off',
  TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
  NOMINATIM_URL: 'http://127.0.0.1:9',
}

/** A server of its own for one test: a copy of the migrated database, an uploads folder, a clock to set. */
export interface TestServer {
  ctx: AppContext
  clock: TestClock
  /** Answers a request without a socket. */
  handle: (request: Request) => Promise<Response>
  stop: () => Promise<void>
}

/** Starts a test server; `changes` replace settings of the configuration. */
export function startTestServer(changes: Partial<Config> = {}): TestServer {
  const dataDir = mkdtempSync(join(tmpdir(), 'milepost-test-'))
  const config: Config = {
    ...loadConfig({ ...SETTINGS, DATA_DIR: dataDir }, {}),
    ...changes,
  }
  const clock = testClock()
  const { db } = openDatabase(migrated)
  const log = createLog({ level: 'silent', format: 'json' })
  const sealer = sealerFor('a key for tests only')
  const ctx: AppContext = {
    config,
    db,
    log,
    clock,
    ids: randomIds,
    files: openFiles(config.uploadsDir, randomIds),
    sessions: sessionTokens('a key for tests only', clock),
    sealer,
    mail: openMail({ db, clock, log, sealer }, config.mail),
    limiter: new RateLimiter(clock),
    addresses: new WeakMap(),
    newTask: new Signal(),
    setupToken: 'setup-token',
    geocoder: openGeocoder({ url: config.nominatimUrl, userAgent: 'Milepost', clock, fetch }),
    weather: openWeather(config.weather, { log, fetch }),
    tracks: trackReader(
      { config, clock, log },
      { run: (job) => measureTrack(job, { fetch }), stop: () => undefined },
    ),
  }
  const app = buildApp(ctx)
  return {
    ctx,
    clock,
    handle: async (request) => app.fetch(request),
    stop: async () => {
      await ctx.mail.stop()
      await db.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
