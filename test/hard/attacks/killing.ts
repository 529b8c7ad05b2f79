import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { rideGpx } from '../../support/ride'
import { type Attack, asMany, type Stage } from '../attack'
import { runToEnd, uploadForm } from '../victim'

const PROJECT = join(import.meta.dir, '..', '..', '..')
const PARALLEL = 8
const LONGEST_LIFE = 400

/** Databases as releases left them. */
const RELEASES = join(PROJECT, 'test', 'db', 'releases')

/** Kills the server amid uploads, deletes, imports, exports and migrations, and looks whether anything was lost. */
export const killing: Attack = {
  name: 'kill -9 at any moment',
  isAlone: true,
  run: async (stage) => {
    await killWhileUploading(stage)
    await killWhileImporting(stage)
    for (const release of readdirSync(RELEASES)) await killWhileMigrating(stage, release)
    await killWhileMigrating(stage, undefined)
  },
}

/** What was answered must be there after the restart: workouts with their originals, and nothing that was deleted. */
async function killWhileUploading(stage: Stage): Promise<void> {
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
  const rounds = asMany(stage, 10, 60)
  for (let round = 0; round < rounds; round++) {
    const state = { over: false }
    const workers = Array.from({ length: PARALLEL }, async (_, at) => {
      while (!state.over)
        await (at === 0 ? remove() : upload()).catch(() => {
          state.over = true
        })
    })
    await Bun.sleep(100 + random() * LONGEST_LIFE)
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

async function killWhileImporting(stage: Stage): Promise<void> {
  const rounds = asMany(stage, 8, 60)
  const command = [process.execPath, 'test/hard/crash.ts', '--rounds', String(rounds)]
  const { code, output } = await runToEnd(command, { cwd: PROJECT })
  for (let round = 1; round < rounds; round++) stage.tried()
  stage.tried(code !== 0 && `while importing: ${output}`)
}

/**
 * A database of an earlier release, or one that is just being made, is as it was or migrated whenever its server
 * dies, and nothing is left about.
 */
async function killWhileMigrating(stage: Stage, release: string | undefined): Promise<void> {
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
  const left = filesIn(victim.dataDir)
  const rounds = asMany(stage, 12, 80)
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
    const now = filesIn(victim.dataDir)
    tried(!Bun.deepEquals(now, left) && `${what}: there is ${now} instead of ${left}`)
  }
}

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

/** Files of a data folder; those that SQLite keeps while a database is open come and go. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !/-(shm|wal)$/.test(name))
    .toSorted()
