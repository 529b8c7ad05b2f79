import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterTest } from '../support/after-test'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { newTestFolder } from '../support/folder'
import { inBucket, inFolder, type Replica, replicate, restore } from '../support/litestream'
import { findLitestream, findS3Server } from '../support/programs'
import { startS3Server } from '../support/s3'
import { until } from '../support/until'

const PASSWORD = 'a password of the test'
const SETTINGS = { APP_SECRET_KEY: 'the same on every machine', AUTH_RATE_LIMITS: 'off' }
/** Milliseconds of acknowledged writes that may be lost with a machine. */
const MAX_LOST = 1000
/** The number of Litestream's intervals until a change is replicated: it is detected, read, sent and written. */
const TURNS = 4

const litestream = findLitestream()
const s3Server = findS3Server()

async function logIn({ url }: RunningServer): Promise<Record<string, string>> {
  const body = JSON.stringify({ email: 'ann@example.org', password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  return { ...headers, authorization: `Bearer ${(await answer.json()).auth_token}` }
}

/** Adds workouts one after another, named by number, and records when each was acknowledged. */
function addWorkouts({ url }: RunningServer, headers: Record<string, string>) {
  const answered: number[] = []
  const state = { goesOn: true }
  const done = (async () => {
    while (state.goesOn) {
      const entry = { sport_id: 1, duration: 60, distance: 1, workout_date: '2026-02-01 10:00' }
      const body = JSON.stringify({ ...entry, title: `${answered.length}` })
      const sent = fetch(`${url}/api/workouts/no_gpx`, { method: 'POST', headers, body })
      const answer = await sent.catch(() => undefined)
      if (!answer) return
      expect(answer.status).toBe(201)
      answered.push(performance.now())
    }
  })()
  const stop = () => {
    state.goesOn = false
    return done
  }
  return { answered, stop }
}

/** Measures the longest delay of this process, which affects its children as well. */
function measureDelay(): () => number {
  const state = { last: performance.now(), longest: 0 }
  const look = setInterval(() => {
    const now = performance.now()
    state.longest = Math.max(state.longest, now - state.last)
    state.last = now
  }, 10)
  afterTest(() => clearInterval(look))
  return () => state.longest
}

/** Other maintenance of a database in use: checkpoints, statistics, a vacuum, a backup. */
async function keepHouse(binary: InstalledBinary): Promise<void> {
  // As long as the server waits; Litestream holds a lock that blocks checkpoints.
  const sqlite = new Database(join(binary.dataDir, 'milepost.db'), { timeout: 10 })
  for (let round = 0; round < 20; round++) {
    sqlite.pragma('wal_checkpoint(truncate)')
    await Bun.sleep(50)
  }
  sqlite.pragma('busy_timeout = 10000')
  sqlite.exec('pragma optimize; vacuum')
  sqlite.close()
  expect(binary.run(['backup', '--to', newTestFolder()], SETTINGS)).toMatchObject({ code: 0 })
}

const titlesIn = (database: string): number[] => {
  const sqlite = new Database(database, { readonly: true })
  const rows = sqlite.prepare<[], { title: string }>('select title from workouts order by id').all()
  sqlite.close()
  return rows.map(({ title }) => Number(title))
}

describe.skipIf(!litestream)('a server with Litestream', () => {
  let binary: InstalledBinary

  beforeAll(() => {
    binary = installBinary()
  }, BUILD_TIMEOUT)
  afterAll(() => binary?.remove())

  async function loseMachine(replica: Replica): Promise<void> {
    const program = litestream ?? ''
    const database = join(binary.dataDir, 'milepost.db')
    const account = ['users', 'create', 'ann', '--email', 'ann@example.org', '--password', PASSWORD]
    expect(binary.run(account, SETTINGS)).toMatchObject({ code: 0 })
    const server = await binary.serve([], SETTINGS)
    const copying = replicate(program, database, replica)
    await until('the first copy', () => copying.output().includes('snapshot complete'))
    const headers = await logIn(server)
    const delay = measureDelay()
    const load = addWorkouts(server, headers)
    await keepHouse(binary)
    const last = load.answered.at(-1) ?? 0
    await until('writes after that', () => (load.answered.at(-1) ?? 0) > last + 3 * MAX_LOST)
    const died = performance.now()
    process.kill(server.pid, 'SIGKILL')
    await copying.end('SIGKILL')
    await load.stop()
    await server.stop()
    renameSync(binary.dataDir, join(newTestFolder(), 'lost'))

    const elsewhere = newTestFolder()
    const restored = join(elsewhere, 'milepost.db')
    restore(program, restored, replica)
    const titles = titlesIn(restored)
    expect(titles).toEqual([...titles.keys()])
    const firstLost = load.answered[titles.length] ?? died
    expect(died - firstLost).toBeLessThan(MAX_LOST + TURNS * delay())
    expect(titles.length).toBeGreaterThan(20)

    const env = { ...SETTINGS, DATA_DIR: elsewhere }
    expect(binary.run(['db', 'check'], env)).toMatchObject({ code: 0 })
    const again = await binary.serve([], env)
    const answer = await fetch(`${again.url}/api/workouts`, { headers })
    await again.stop()
    expect((await answer.json()).pagination.total).toBe(titles.length)
  }

  test('is restored from a folder without losing more than its last second', async () => {
    await loseMachine(inFolder(join(newTestFolder(), 'replica')))
  }, 120_000)

  test.skipIf(!s3Server)(
    'is restored from S3 without losing more than its last second',
    async () => {
      await loseMachine(inBucket(await startS3Server(s3Server ?? '')))
    },
    120_000,
  )
})
