import { join } from 'node:path'
import { median, percentile } from '../measure'
import { moveToDay, syntheticRide, watchFile } from '../recordings'
import { tokenisingTimes } from '../saxes'
import { benchServer, type Client } from '../server'
import type { BenchContext, Part } from '../stage'
import type { Row } from '../table'
import { startTileServer } from '../tile-server'

const POINTS = 3600
const PARALLEL = 4
/** Milliseconds in addition to the time of reading. */
const MAX_ALONGSIDE = 40
/** The tolerated 99th percentile of pings in milliseconds during uploads. */
const SLOWEST_PING = 20

/** Uploads of one file at a time, and response times of other requests while several are read. */
export const uploads: Part = {
  name: 'uploads',
  run: async (stage) => {
    const tiles = await startTileServer()
    const server = benchServer(stage.program, { TILE_SERVER_URL: tiles.url })
    try {
      await server.start()
      const rider = await server.user('rider')
      const [single, meanwhile] = stage.isQuick ? [10, 20] : [40, 160]
      const files = Array.from({ length: single + meanwhile }, (_, day) =>
        watchFile(moveToDay(syntheticRide(POINTS), day)),
      )
      return [
        await uploadOneByOne(stage, rider, files.splice(0, single)),
        await pingMeanwhile(server.url, rider, files),
      ]
    } finally {
      await server.end('SIGTERM')
      server.remove()
      tiles.stop()
    }
  },
}

async function uploadOneByOne(
  { say }: BenchContext,
  rider: Client,
  files: Uint8Array<ArrayBuffer>[],
): Promise<Row> {
  say('single uploads')
  const times: number[] = []
  for (const file of files) {
    const started = performance.now()
    await upload(rider, file)
    times.push(performance.now() - started)
  }
  const [ours, bare] = [median(times), median(tokenisingTimes(20, POINTS))]
  return {
    ...{ name: 'single upload, 3,600 points (bare: saxes)', unit: 'ms', ours, bare },
    ...(ours > bare + MAX_ALONGSIDE && { missed: `≤ ${MAX_ALONGSIDE} ms more than saxes` }),
  }
}

async function upload(rider: Client, file: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([file]), 'ride.gpx')
  form.set('data', JSON.stringify({ sport_id: 1 }))
  const answer = await rider('POST', '/api/workouts', form)
  if (!('data' in answer)) throw new Error(`An upload failed: ${JSON.stringify(answer)}`)
}

async function pingMeanwhile(
  url: string,
  rider: Client,
  files: Uint8Array<ArrayBuffer>[],
): Promise<Row> {
  const pinger = join(import.meta.dir, '..', '..', 'hard', 'pinger.ts')
  const child = Bun.spawn([process.execPath, pinger, url], { stdin: 'pipe', stdout: 'pipe' })
  const uploadSome = async () => {
    for (let file = files.pop(); file; file = files.pop()) await upload(rider, file)
  }
  await Promise.all(Array.from({ length: PARALLEL }, uploadSome))
  child.stdin.end()
  const times: number[] = JSON.parse(await new Response(child.stdout).text())
  const p99 = percentile(times, 0.99)
  return {
    ...{ name: 'ping while 4 upload, p99', unit: 'ms', ours: p99 },
    ...(p99 > SLOWEST_PING && { missed: `≤ ${SLOWEST_PING} ms` }),
  }
}
