/**
 * Measures the import of a large archive while somebody looks at workouts
 * (`bun run bench:import [--files 5000] [--points 600] [--archive rides.zip] [--binary dist/milepost]`). Fails when a
 * goal is missed.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeRides } from './bench-archive'
import { benchServer, type Client, uploadForm } from './bench-server'
import { inProject } from './project'

const GOALS = { residentMb: 400, p99: 50 }
/** Milliseconds between two looks at the list. */
const PAUSE = 100

interface Watched {
  times: number[]
  peakMb: number
}

/** Looks at the list of workouts until the task is over. */
async function watch(
  client: Client,
  task: string,
  { residentMb }: { residentMb: () => number },
): Promise<Watched & { status: string; made: number }> {
  const watched: Watched = { times: [], peakMb: 0 }
  for (;;) {
    const started = performance.now()
    await client('GET', '/api/workouts')
    watched.times.push(performance.now() - started)
    watched.peakMb = Math.max(watched.peakMb, residentMb())
    const { status, new_workouts_count: made } = (
      await client('GET', `/api/workouts/upload-tasks/${task}`)
    ).task
    if (status !== 'queued' && status !== 'in_progress') return { ...watched, status, made }
    await Bun.sleep(PAUSE)
  }
}

const percentile = (times: number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      files: { type: 'string', default: '5000' },
      points: { type: 'string', default: '600' },
      archive: { type: 'string' },
      binary: { type: 'string', default: inProject('dist', 'milepost') },
    },
  })
  const files = Number(values.files)
  const server = benchServer(values.binary)
  try {
    await server.start()
    const client = await server.user('rider')
    const archive = values.archive ?? join(server.dataDir, '..', 'rides.zip')
    if (!values.archive) await writeRides(archive, files, Number(values.points))
    const started = performance.now()
    const { data } = await client('POST', '/api/workouts', uploadForm(archive, { sport_id: 1 }))
    const { times, peakMb, status, made } = await watch(client, data.task_id, server)
    const seconds = (performance.now() - started) / 1000
    const p99 = percentile(times, 0.99)
    console.log(`${status}: ${made} workouts in ${seconds.toFixed(1)} s`)
    console.log(`${(made / seconds).toFixed(1)} files/s`)
    console.log(
      `GET /api/workouts p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    )
    console.log(`resident memory at most ${peakMb.toFixed(0)} MB`)
    const isMet = status === 'successful' && p99 <= GOALS.p99 && peakMb <= GOALS.residentMb
    console.log(isMet ? 'goals met' : `GOAL MISSED: ${JSON.stringify(GOALS)}`)
    return isMet ? 0 : 1
  } finally {
    await server.end('SIGKILL')
    server.remove()
  }
}

if (import.meta.main) process.exit(await main())
