import { expect, test } from 'bun:test'
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import { newTestFolder } from '../support/folder'
import { rideGpx } from '../support/ride'
import { until } from '../support/until'

const FILES = 500
const PASSWORD = 'correct horse battery'

const ride = (number: number) =>
  rideGpx({
    seed: number,
    start: new Date(Date.UTC(2020, 0, number, 7)),
    kilometres: 0.5 + number / 1000,
  }).replace('<trk>', '<trk><type>cycling</type>')

/** A server in a process that can be killed and restarted, and the inbox of its user. */
async function open() {
  const dataDir = join(newTestFolder(), 'data')
  const port = freePort()
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: String(port) }
  const run = (...args: string[]) =>
    Bun.spawn([process.execPath, 'src/main.ts', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const account = ['--email', 'ann@example.com', '--password', PASSWORD]
  expect(await run('users', 'create', 'ann', ...account).exited).toBe(0)
  const state: { server?: ReturnType<typeof run> } = {}
  const kill = async () => {
    state.server?.kill('SIGKILL')
    await state.server?.exited
  }
  afterTest(kill)
  const url = `http://127.0.0.1:${port}`
  const isUp = async () => (await fetch(`${url}/api/ping`).catch(() => undefined)) !== undefined
  const start = async () => {
    state.server = run('serve')
    await until('the server', isUp)
  }
  const workouts = async (): Promise<number> => {
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
    })
    const { auth_token } = (await login.json()) as { auth_token: string }
    const headers = { authorization: `Bearer ${auth_token}` }
    const answer = await fetch(`${url}/api/workouts`, { headers })
    const { pagination } = (await answer.json()) as { pagination: { total: number } }
    return pagination.total
  }
  const folder = join(dataDir, 'inbox', 'ann')
  mkdirSync(folder, { recursive: true })
  const done = () => {
    const path = join(folder, 'done')
    return existsSync(path) ? readdirSync(path).length : 0
  }
  return { start, kill, workouts, folder, done }
}

test('500 files in the inbox become 500 workouts, even when the server is killed twice', async () => {
  const { start, kill, workouts, folder, done } = await open()
  for (let number = 1; number < FILES; number++)
    writeFileSync(join(folder, `${number}.gpx`), ride(number))
  const last = ride(FILES)
  const half = join(folder, 'half.gpx')
  writeFileSync(half, last.slice(0, last.length / 2))
  // One file is still being written while all others are imported.
  let written = Math.floor(last.length / 2)
  const writing = setInterval(() => {
    const next = Math.min(written + 1, last.length - 100)
    appendFileSync(half, last.slice(written, next))
    written = next
  }, 1000)
  afterTest(() => clearInterval(writing))
  for (const share of [100, 300]) {
    await start()
    await until(`${share} files`, () => done() >= share)
    await kill()
  }
  await start()
  await until('all but the half one', () => done() === FILES - 1)
  expect(readdirSync(folder).toSorted()).toEqual(['done', 'half.gpx'])
  expect(await workouts()).toBe(FILES - 1)
  clearInterval(writing)
  appendFileSync(half, last.slice(written))
  await until('the last one', () => done() === FILES)
  expect(readdirSync(folder)).toEqual(['done'])
  expect(await workouts()).toBe(FILES)
}, 240_000)
