/**
 * Kills the server repeatedly while it imports an archive and exports data, and checks that nothing was lost (`bun run
 * test:crash [--rounds 100] [--files 300] [--binary dist/milepost]`).
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { inProject } from '@/build/project'
import { openDatabase } from '@/store/db/connections/open'
import { writeRides } from '../bench/archive'
import { type BenchServer, benchServer, type Client, uploadForm } from '../bench/server'
import { findDamage } from './crash-check'

const POINTS = 120
/** The number of workouts of the user who exports. */
const OWN_WORKOUTS = 10
/** The longest time between two kills in milliseconds. */
const MAX_LIFETIME = 900
const PATIENCE = 300_000
const LOCK_TIMEOUT = 30_000

const UPLOADS = '/api/workouts/upload-tasks'
const EXPORT = '/api/auth/account/export'

interface Scene {
  server: BenchServer
  importer: Client
  exporter: Client
  task: string
}

async function setTheScene(server: BenchServer, files: number): Promise<Scene> {
  await server.start()
  const importer = await server.user('importer')
  const exporter = await server.user('exporter')
  const archive = join(server.dataDir, '..', 'rides.zip')
  await writeRides(archive, OWN_WORKOUTS, POINTS)
  await exporter('POST', '/api/workouts', uploadForm(archive, { sport_id: 1 }))
  await writeRides(archive, files, POINTS)
  const { data } = await importer('POST', '/api/equipments', {
    ...{ label: 'bike', equipment_type_id: 1 },
  })
  const bikes = data.equipments.map(({ id }) => id)
  const request = uploadForm(archive, { sport_id: 1, equipment_ids: bikes })
  const { data: started } = await importer('POST', '/api/workouts', request)
  return { server, importer, exporter, task: started.task_id }
}

/** One life of the server: it receives a request for an export and is killed at some moment. */
async function live({ server, exporter }: Scene, milliseconds: number): Promise<void> {
  const death = Bun.sleep(milliseconds).then(() => server.end('SIGKILL'))
  await exporter('POST', `${EXPORT}/request`, {}).catch(() => undefined)
  await death
  await server.start()
}

async function untilDone({ importer, exporter, task }: Scene): Promise<string[]> {
  const limit = performance.now() + PATIENCE
  for (;;) {
    const upload = (await importer('GET', `${UPLOADS}/${task}`)).task
    const { request } = await exporter('GET', EXPORT)
    const isOpen = ['queued', 'in_progress']
    const isOver = ![upload.status, request?.status ?? ''].some((status) => isOpen.includes(status))
    if (!isOver && performance.now() < limit) {
      await Bun.sleep(100)
      continue
    }
    return [
      ...(upload.status === 'successful' ? [] : [`the upload ends ${JSON.stringify(upload)}`]),
      ...(request?.status === 'successful' ? [] : [`the export ends ${JSON.stringify(request)}`]),
    ]
  }
}

/** This many kills in a few seconds would end the task; this test is about stored data. */
function forgetCrashes(dataDir: string): void {
  // The server is importing, so this statement waits longer for the lock than a request would.
  const sqlite = new Database(join(dataDir, 'milepost.db'), { timeout: LOCK_TIMEOUT })
  sqlite.exec('update user_tasks set crashes = 0')
  sqlite.close()
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '100' },
      files: { type: 'string', default: '300' },
      binary: { type: 'string', default: inProject('dist', 'milepost') },
    },
  })
  const [rounds, files] = [Number(values.rounds), Number(values.files)]
  const server = benchServer(values.binary)
  try {
    const scene = await setTheScene(server, files)
    const seen: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await live(scene, Math.random() * MAX_LIFETIME)
      forgetCrashes(server.dataDir)
      seen.push((await scene.importer('GET', `${UPLOADS}/${scene.task}`)).task.new_workouts_count)
    }
    console.log(`workouts after each kill: ${seen.join(' ')}`)
    const wrong = await untilDone(scene)
    await server.end('SIGTERM')
    const { db, sqlite } = openDatabase(join(server.dataDir, 'milepost.db'))
    wrong.push(...findDamage(sqlite, join(server.dataDir, 'uploads'), files + OWN_WORKOUTS))
    await db.destroy()
    for (const line of wrong) console.log(`WRONG: ${line}`)
    console.log(
      `${rounds} kills, ${files} files: ${wrong.length === 0 ? 'nothing lost' : 'FAILED'}`,
    )
    return wrong.length === 0 ? 0 : 1
  } finally {
    await server.end('SIGKILL')
    server.remove()
  }
}

if (import.meta.main) process.exit(await main())
