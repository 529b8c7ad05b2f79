/**
 * Measures how quickly the server answers while it imports recordings (`bun run bench:responsiveness`): 200 files are
 * uploaded, four at a time, to the executable with a tile server of its own, while another process asks for
 * `/api/ping`. Fails when a goal is missed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { gpxFile, syntheticRide } from './bench-recordings'
import { freePort } from './free-port'
import { inProject } from './project'

const FILES = 200
const PARALLEL = 4
/** Points of a recording: two hours. */
const POINTS = 7200
const PAUSE_BETWEEN_PINGS = 5
const START_PATIENCE = 20_000

const GOALS = { slowest99: 20 }

const ACCOUNT = { username: 'bench', email: 'bench@example.com', password: 'bench-password' }

/** Milliseconds of every answer, until the end of standard input. */
async function ping(url: string): Promise<void> {
  const times: number[] = []
  const state = { over: false }
  const end = Bun.stdin.text().then(() => {
    state.over = true
  })
  while (!state.over) {
    const start = performance.now()
    await (await fetch(`${url}/api/ping`)).text()
    times.push(performance.now() - start)
    await Bun.sleep(PAUSE_BETWEEN_PINGS)
  }
  await end
  process.stdout.write(JSON.stringify(times))
}

interface Running {
  url: string
  process: Bun.Subprocess
}

async function startServer(binary: string, dataDir: string): Promise<Running> {
  const tile = await mapTile()
  const tiles = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(tile, { headers: { 'content-type': 'image/png' } }),
  })
  const port = freePort()
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    TILE_SERVER_URL: `http://127.0.0.1:${tiles.port}/{z}/{x}/{y}.png`,
  }
  const { username, email, password } = ACCOUNT
  const create = ['users', 'create', username, '--email', email, '--password', password]
  const created = Bun.spawnSync([binary, ...create], { env })
  if (!created.success) throw new Error(`No account was made.\n${created.stderr}`)
  const child = Bun.spawn([binary, 'serve'], { env, stdout: 'ignore', stderr: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  while (!(await answers(url))) {
    if (performance.now() - started > START_PATIENCE) throw new Error('The server did not start.')
    await Bun.sleep(20)
  }
  return { url, process: child }
}

/** A picture with something on it: streets, so to say. */
async function mapTile(): Promise<Uint8Array<ArrayBuffer>> {
  const size = 256
  const pixels = new Uint8Array(size * size * 3)
  for (let i = 0; i < pixels.length; i++) pixels[i] = 200 + 40 * Math.sin(i / 7) * Math.cos(i / 769)
  const raw = { width: size, height: size, channels: 3 as const }
  return new Uint8Array(await sharp(pixels, { raw }).png().toBuffer())
}

const answers = (url: string) =>
  fetch(`${url}/api/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ACCOUNT.email, password: ACCOUNT.password }),
  })
  const { auth_token: token } = (await answer.json()) as { auth_token: string }
  return token
}

/** Uploads all files, some at a time; returns the seconds it took. */
async function upload(
  url: string,
  token: string,
  files: readonly Uint8Array<ArrayBuffer>[],
): Promise<number> {
  const waiting = [...files]
  const start = performance.now()
  const uploadOneByOne = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const body = new FormData()
      body.set('file', new Blob([file]), 'ride.gpx')
      body.set('data', JSON.stringify({ sport_id: 1 }))
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${url}/api/workouts`, { method: 'POST', headers, body })
      if (answer.status !== 201) throw new Error(`An upload failed: ${await answer.text()}`)
      await answer.text()
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, uploadOneByOne))
  return (performance.now() - start) / 1000
}

/** A line of `/proc/<pid>/status` in MB. */
const memoryOf = (pid: number, name: string): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function report(label: string, value: number, unit: string, verdict = ''): void {
  process.stdout.write(`  ${label.padEnd(26)} ${value.toFixed(1).padStart(9)} ${unit}${verdict}\n`)
}

async function bench(binary: string): Promise<void> {
  const files = Array.from(
    { length: FILES },
    (_, i) => new Uint8Array(gpxFile(syntheticRide(POINTS + i))),
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-responsiveness-'))
  const server = await startServer(binary, dataDir)
  try {
    const token = await logIn(server.url)
    const { pid } = server.process
    const idle = memoryOf(pid, 'VmRSS')
    const pinger = Bun.spawn([process.execPath, import.meta.path, '--ping', server.url], {
      stdin: 'pipe',
    })
    const seconds = await upload(server.url, token, files)
    pinger.stdin.end()
    const times: number[] = JSON.parse(await new Response(pinger.stdout).text())
    times.sort((a, b) => a - b)
    const bytes = files.reduce((sum, file) => sum + file.length, 0)
    const slowest99 = percentile(times, 0.99)
    const met = slowest99 <= GOALS.slowest99
    report('files', FILES, '')
    report('uploaded', bytes / 1e6, 'MB')
    report('time', seconds, 's')
    report('speed', FILES / seconds, 'files/s')
    report('pings', times.length, '')
    report('ping, median', percentile(times, 0.5), 'ms')
    const goal = `  (goal ≤ ${GOALS.slowest99}: ${met ? 'met' : 'MISSED'})`
    report('ping, 99 of 100 within', slowest99, 'ms', goal)
    report('ping, slowest', times.at(-1) ?? 0, 'ms')
    report('memory before', idle, 'MB')
    report('memory, peak', memoryOf(pid, 'VmHWM'), 'MB')
    if (!met) process.exitCode = 1
  } finally {
    server.process.kill()
    await server.process.exited
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const { values } = parseArgs({
  options: {
    ping: { type: 'string' },
    binary: { type: 'string', default: inProject('dist', 'milepost') },
  },
})
if (values.ping) await ping(values.ping)
else await bench(values.binary)
process.exit()
