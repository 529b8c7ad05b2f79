import { Database } from 'bun:sqlite'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeRides } from '../archive'
import { filesBelow } from '../files-below'
import { median, percentile } from '../measure'
import { type BenchServer, benchServer, statusMb } from '../server'
import type { BenchContext, Part } from '../stage'
import type { Row } from '../table'
import { startTileServer } from '../tile-server'
import { exportAll } from './archive-export'
import { type ImportRun, importArchive, POINTS } from './archive-import'

/**
 * The number of imports, each on a new server. In a single one, the slowest hundredth of the list requests would be one
 * or two of them.
 */
const RUNS = 3
/** Files per second as a multiple of saxes, times of a list as a multiple of those when idle, and megabytes. */
const GOALS = { rate: 2, slowdown: 3, idleMb: 130 }

/** An archive of rides: imported while the list is being requested, then exported again. */
export const archive: Part = {
  name: 'archive',
  run: async (stage) => {
    const tiles = await startTileServer()
    const file = join(stage.folder, 'rides.zip')
    try {
      stage.say(`writing ${stage.files} rides`)
      await writeRides(file, stage.files, POINTS)
      const runs: ImportRun[] = []
      const importInto = (server: BenchServer) => importRides(stage, server, { file, runs })
      const more = stage.isQuick ? 0 : RUNS - 1
      for (let run = 0; run < more; run++) await withServer(stage, tiles.url, importInto)
      return await withServer(stage, tiles.url, async (server) => {
        const emptyBytes = databaseBytes(server)
        const rider = await importInto(server)
        const left = await lookAfterwards(stage, server, emptyBytes)
        return [...rowsOf(stage, runs), ...left, ...(await exportAll(stage, server, rider))]
      })
    } finally {
      tiles.stop()
      rmSync(file, { force: true })
    }
  },
}

/** Runs `work` with a server that is started for it. */
async function withServer<Result>(
  { program }: BenchContext,
  tileUrl: string,
  work: (server: BenchServer) => Promise<Result>,
): Promise<Result> {
  const server = benchServer(program, { TILE_SERVER_URL: tileUrl })
  try {
    await server.start()
    return await work(server)
  } finally {
    await server.end('SIGTERM')
    server.remove()
  }
}

/** Imports the rides for a new user and returns the user's client. */
async function importRides(
  { say, files }: BenchContext,
  server: BenchServer,
  { file, runs }: { file: string; runs: ImportRun[] },
) {
  const rider = await server.user('rider')
  say('importing them')
  runs.push(await importArchive(rider, { file, files }))
  return rider
}

function rowsOf({ files }: BenchContext, runs: readonly ImportRun[]): Row[] {
  const rate = median(runs.map((run) => run.rate))
  const share = median(runs.map((run) => run.rate / run.bare))
  const meanwhile = percentile(
    runs.flatMap((run) => run.meanwhile),
    0.99,
  )
  const atRest = percentile(
    runs.flatMap((run) => run.atRest),
    0.99,
  )
  return [
    {
      ...{ name: `import of ${files} files of 0.8 MB (bare: saxes)`, unit: 'files/s' },
      ...{ ours: rate, bare: rate / share },
      ...(share < GOALS.rate && { missed: `≥ ${GOALS.rate} × saxes` }),
    },
    {
      ...{ name: 'list meanwhile, p99 (bare: at rest)', unit: 'ms', ours: meanwhile, bare: atRest },
      ...(meanwhile > GOALS.slowdown * atRest && { missed: `≤ ${GOALS.slowdown} × at rest` }),
    },
  ]
}

/** Measures what the last import leaves behind. */
async function lookAfterwards(
  { say, files, isQuick }: BenchContext,
  server: BenchServer,
  emptyBytes: number,
): Promise<Row[]> {
  const peak = statusMb(server.pid(), 'VmHWM')
  say('waiting until they are analysed, and for its memory')
  const started = performance.now()
  await untilAnalysed(server)
  const analysed = (performance.now() - started) / 1000
  await Bun.sleep((isQuick ? 30_000 : 60_000) - analysed * 1000)
  const idle = server.residentMb()
  const uploads = filesBelow(join(server.dataDir, 'uploads'))
  return [
    { name: 'until best efforts and load are found, once it is quiet', unit: 's', ours: analysed },
    { name: 'resident memory, peak of the import', unit: 'MB', ours: peak },
    {
      ...{ name: 'resident memory, a minute later', unit: 'MB', ours: idle },
      ...(idle > GOALS.idleMb && { missed: `≤ ${GOALS.idleMb} MB` }),
    },
    {
      ...{ name: 'database, per workout of 3,600 points', unit: 'kB' },
      ours: (databaseBytes(server) - emptyBytes) / files / 1000,
    },
    {
      ...{ name: 'files, per workout of 3,600 points', unit: 'kB' },
      ours: uploads.reduce((sum, path) => sum + statSync(path).size, 0) / files / 1000,
    },
  ]
}

async function untilAnalysed({ dataDir }: BenchServer): Promise<void> {
  const db = new Database(join(dataDir, 'milepost.db'), { readonly: true })
  const open = db.query<{ n: number }, []>(
    'select count(*) as n from workouts where not is_analysed',
  )
  while ((open.get()?.n ?? 0) > 0) await Bun.sleep(100)
  db.close()
}

const databaseBytes = ({ dataDir }: BenchServer): number =>
  ['milepost.db', 'milepost.db-wal']
    .map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
