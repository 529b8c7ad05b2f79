import {
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { writeRides } from '../archive'
import { median, percentile } from '../measure'
import { tokenisingTimes } from '../saxes'
import { type BenchServer, benchServer, type Client, statusMb, uploadForm } from '../server'
import type { Part, Stage } from '../stage'
import type { Row } from '../table'
import { startTileServer } from '../tile-server'

const POINTS = 3600
/** Milliseconds between two looks at the list. */
const PAUSE = 25
const MB = 1e6
/** Files a second, as a share of what saxes tokenises; times of a list, beside those at rest; megabytes. */
const GOALS = { rate: 2, slowdown: 3, idleMb: 130 }
const EXPORT = '/api/auth/account/export'

/** An archive of rides: imported while somebody looks at the list, then exported again. */
export const archive: Part = {
  name: 'archive',
  run: async (stage) => {
    const tiles = await startTileServer()
    const server = benchServer(stage.program, { TILE_SERVER_URL: tiles.url })
    const file = join(stage.folder, 'rides.zip')
    try {
      stage.say(`writing ${stage.files} rides`)
      await writeRides(file, stage.files, POINTS)
      await server.start()
      const rider = await server.user('rider')
      const imported = await importArchive(stage, server, { rider, file })
      return [...imported, ...(await exportAll(stage, server, rider))]
    } finally {
      await server.end('SIGTERM')
      server.remove()
      tiles.stop()
      rmSync(file, { force: true })
    }
  },
}

async function importArchive(
  { say, files, isQuick }: Stage,
  server: BenchServer,
  { rider, file }: { rider: Client; file: string },
): Promise<Row[]> {
  say('importing them')
  const before = tokenisingTimes(20, POINTS)
  const databaseBefore = databaseBytes(server)
  const started = performance.now()
  const { data } = await rider('POST', '/api/workouts', uploadForm(file, { sport_id: 1 }))
  const times: number[] = []
  const isOver = async () => {
    const { task } = await rider('GET', `/api/workouts/upload-tasks/${data.task_id}`)
    if (task.status === 'successful' && task.new_workouts_count === files) return true
    if (!['queued', 'in_progress'].includes(task.status)) throw new Error(JSON.stringify(task))
    return false
  }
  while (!(await isOver())) times.push(await lookAtList(rider))
  const ours = (files * 1000) / (performance.now() - started)
  const after = tokenisingTimes(20, POINTS)
  const bare = 1000 / median([...before, ...after])
  const rest: number[] = []
  for (let look = 0; look < Math.min(times.length, 200); look++) rest.push(await lookAtList(rider))
  const [p99, atRest] = [percentile(times, 0.99), percentile(rest, 0.99)]
  const peak = statusMb(server.pid(), 'VmHWM')
  say('waiting for its memory')
  await Bun.sleep(isQuick ? 30_000 : 60_000)
  const idle = server.residentMb()
  const uploads = filesBelow(join(server.dataDir, 'uploads'))
  return [
    {
      ...{ name: `import of ${files} files of 0.8 MB (bare: saxes)`, unit: 'files/s', ours, bare },
      ...(ours < GOALS.rate * bare && { missed: `≥ ${GOALS.rate} × saxes` }),
    },
    {
      ...{ name: 'list meanwhile, p99 (bare: at rest)', unit: 'ms', ours: p99, bare: atRest },
      ...(p99 > GOALS.slowdown * atRest && { missed: `≤ ${GOALS.slowdown} × at rest` }),
    },
    { name: 'resident memory, peak of the import', unit: 'MB', ours: peak },
    {
      ...{ name: 'resident memory, a minute later', unit: 'MB', ours: idle },
      ...(idle > GOALS.idleMb && { missed: `≤ ${GOALS.idleMb} MB` }),
    },
    {
      ...{ name: 'database, per workout of 3,600 points', unit: 'kB' },
      ours: (databaseBytes(server) - databaseBefore) / files / 1000,
    },
    {
      ...{ name: 'files, per workout of 3,600 points', unit: 'kB' },
      ours: uploads.reduce((sum, path) => sum + statSync(path).size, 0) / files / 1000,
    },
  ]
}

async function lookAtList(rider: Client): Promise<number> {
  await Bun.sleep(PAUSE)
  const started = performance.now()
  // At rest an answer would be remembered, during the import it never is: each has an address of its own.
  await rider('GET', `/api/workouts?per_page=20&_=${started}`)
  return performance.now() - started
}

const databaseBytes = ({ dataDir }: BenchServer): number =>
  ['milepost.db', 'milepost.db-wal']
    .map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** The export of all data, beside an archive of the same files. */
async function exportAll(
  { say, folder }: Stage,
  server: BenchServer,
  rider: Client,
): Promise<Row[]> {
  say('exporting them')
  const originals = unpackedTo(join(folder, 'originals'), join(server.dataDir, 'uploads'))
  const bytes = originals.reduce((sum, path) => sum + statSync(path).size, 0)
  const started = performance.now()
  await rider('POST', `${EXPORT}/request`, {})
  for (;;) {
    const { request } = await rider('GET', EXPORT)
    if (request?.status === 'successful') break
    if (!['queued', 'in_progress'].includes(request?.status ?? ''))
      throw new Error(`The export is ${request?.status}.`)
    await Bun.sleep(PAUSE)
  }
  const seconds = (performance.now() - started) / 1000
  const bare = await archivingSeconds(originals, join(folder, 'bare.zip'))
  rmSync(join(folder, 'originals'), { recursive: true })
  return [
    {
      ...{ name: 'export of all data (bare: yazl)', unit: 'MB/s' },
      ...{ ours: bytes / MB / seconds, bare: bytes / MB / bare },
    },
  ]
}

/** Unpacks the originals of a server, for who takes them as they were recorded; answers where they are. */
function unpackedTo(target: string, uploads: string): string[] {
  mkdirSync(target)
  const packed = filesBelow(uploads).filter((path) => path.endsWith('.gpx.gz'))
  return packed.map((path) => {
    const unpacked = join(target, basename(path, '.gz'))
    writeFileSync(unpacked, gunzipSync(readFileSync(path)))
    return unpacked
  })
}

async function archivingSeconds(paths: readonly string[], target: string): Promise<number> {
  const started = performance.now()
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(target))
  for (const [index, path] of paths.entries()) zip.addFile(path, `${index}.gpx`)
  zip.end()
  await written
  rmSync(target)
  return (performance.now() - started) / 1000
}
