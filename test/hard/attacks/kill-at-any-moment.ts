import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { rideGpx } from '../../support/ride'
import { type Attack, type AttackContext, attemptCount, timeLimit } from '../attack'
import { runToEnd, uploadForm } from '../victim'

const PROJECT = join(import.meta.dir, '..', '..', '..')
const PARALLEL = 8
const MAX_LIFETIME = 400

/** Databases of earlier releases. */
const RELEASES = join(PROJECT, 'test', 'db', 'releases')

/** Kills the server during uploads, deletions, imports, exports and migrations, and checks that nothing was lost. */
export const killing: Attack = {
  name: 'kill -9 at any moment',
  isAlone: true,
  isAboutDurability: true,
  run: async (stage) => {
    await killWhileUploading(stage)
    await killWhileImporting(stage)
    for (const release of readdirSync(RELEASES)) await killWhileMigrating(stage, release)
    await killWhileMigrating(stage, undefined)
  },
}

/** Acknowledged changes must exist after the restart: workouts with their originals, and no deleted ones. */
async function killWhileUploading(stage: AttackContext): Promise<void> {
  const { victim, random, tried } = stage
  await victim.start()
  const token = await victim.account('ann')
  const kept = new Set<string>()
  const gone = new Set<string>()
  let day = 0
  const upload = async () => {
    day += 1
    const start = new Date(Date.UTC(2000, 0, day, 7))
    const form = uploadForm('ride.gpx', rideGpx({ seed: day, start, kilometres: 1 }))
    const { status, body } = await victim.call('POST', '/api/workouts', { token, form })
    if (status === 201) kept.add(body.data.workouts[0].id)
  }
  const remove = async () => {
    const [id] = kept
    if (id === undefined) return Bun.sleep(5)
    kept.delete(id)
    const { status } = await victim.call('DELETE', `/api/workouts/${id}`, { token })
    if (status === 204) gone.add(id)
  }
  const rounds = attemptCount(stage, 10, 60)
  for (let round = 0; round < rounds; round++) {
    const state = { over: false }
    const workers = Array.from({ length: PARALLEL }, async (_, at) => {
      while (!state.over)
        await (at === 0 ? remove() : upload()).catch(() => {
          state.over = true
        })
    })
    await Bun.sleep(100 + random() * MAX_LIFETIME)
    await victim.end('SIGKILL')
    state.over = true
    await Promise.all(workers)
    await victim.start()
    const statusOf = async (id: string) =>
      (await victim.call('GET', `/api/workouts/${id}/original/download`, { token })).status
    for (const id of kept) {
      const status = await statusOf(id)
      tried(status !== 200 && `round ${round}: ${id} was lost (${status})`)
    }
    for (const id of gone) tried((await statusOf(id)) !== 404 && `round ${round}: ${id} is back`)
    gone.clear()
    const check = await victim.command('db', 'check')
    tried(check.code !== 0 && `round ${round}: ${check.output}`)
  }
  await victim.end('SIGTERM')
}

async function killWhileImporting(stage: AttackContext): Promise<void> {
  const rounds = attemptCount(stage, 8, 60)
  const command = [process.execPath, 'test/hard/crash.ts', '--rounds', String(rounds)]
  const { code, output } = await runToEnd(command, { cwd: PROJECT, limit: timeLimit(stage) })
  for (let round = 1; round < rounds; round++) stage.tried()
  stage.tried(code !== 0 && `while importing: ${output}`)
}

/**
 * A database of an earlier release, or a new one, is either unchanged or migrated whenever its server is killed, and no
 * temporary files are left.
 */
async function killWhileMigrating(
  stage: AttackContext,
  release: string | undefined,
): Promise<void> {
  const { victim, random, tried } = stage
  const file = join(victim.dataDir, 'milepost.db')
  const begin = () => {
    rmSync(victim.dataDir, { recursive: true, force: true })
    mkdirSync(victim.dataDir, { mode: 0o700 })
    if (release) writeFileSync(file, gunzipSync(readFileSync(join(RELEASES, release))))
  }
  begin()
  const rows = release ? countRows(file) : NO_ROWS
  const started = performance.now()
  await victim.start()
  const milliseconds = performance.now() - started
  await victim.end('SIGTERM')
  const left = withoutTimes(filesIn(victim.dataDir))
  const rounds = attemptCount(stage, 12, 80)
  for (let round = 0; round < rounds; round++) {
    begin()
    for (let kill = 0; kill < 2; kill++) {
      const starting = victim.start().catch(() => undefined)
      await Bun.sleep(random() * milliseconds)
      await victim.end('SIGKILL')
      await starting
    }
    const what = `${release ?? 'a new database'}, round ${round}`
    const isUp = await victim.start().then(
      () => true,
      () => false,
    )
    tried(!isUp && `${what}: it does not start any more`)
    await victim.end('SIGTERM')
    if (!isUp) continue
    tried(!Bun.deepEquals(countRows(file), rows) && `${what}: rows were lost`)
    const check = await victim.command('db', 'check')
    tried(check.code !== 0 && `${what}: ${check.output}`)
    const now = withoutTimes(filesIn(victim.dataDir))
    tried(!Bun.deepEquals(now, left) && `${what}: there is ${now} instead of ${left}`)
  }
}

/** Copies made before an upgrade contain its time in their names. Each killed start may have left one. */
const withoutTimes = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.replace(/(\.before-[^.]+)\..*$/, '$1'))),
]

const TABLES = ['users', 'workouts', 'comments', 'equipments', 'reports']
const NO_ROWS = TABLES.map(() => ({ rows: 0 }))

function countRows(file: string): unknown[] {
  const sqlite = new Database(file, { readonly: true })
  const counts = TABLES.map((table) =>
    sqlite.prepare(`select count(*) as rows from ${table}`).get(),
  )
  sqlite.close()
  return counts
}

/** Files of a data folder, without those of SQLite that exist only while a database is open. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !/-(shm|wal)$/.test(name))
    .toSorted()
