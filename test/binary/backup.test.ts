import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { newFolder } from '../support/folder'

const PASSWORD = 'a password of the demo'
const SETTINGS = {
  TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
  AUTH_RATE_LIMITS: 'off',
  // In links, which are to be the same on both.
  UI_URL: 'http://milepost.example.org',
}
const JSON_TYPE = { 'content-type': 'application/json' }

let binary: InstalledBinary

beforeAll(() => {
  binary = installBinary()
}, BUILD_TIMEOUT)
afterAll(() => binary?.remove())

async function tokenOf(server: RunningServer, name: string): Promise<string> {
  const body = JSON.stringify({ email: `${name}@example.org`, password: PASSWORD })
  const init = { method: 'POST', headers: JSON_TYPE, body }
  const answer = await fetch(`${server.url}/api/auth/login`, init)
  return (await answer.json()).auth_token
}

/** What a user reads, as bytes by path, but for the number of workouts of people: some are being made. */
async function crawl(server: RunningServer, token: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.url}${path}`, { headers })
    const bytes = Buffer.from(await answer.bytes())
    const content = bytes.toString('latin1').replace(/"nb_workouts":\d+/g, '"nb_workouts":…')
    found.set(path, `${answer.status} ${content}`)
    return bytes.toString()
  }
  const list = JSON.parse(await read('/api/workouts?per_page=100'))
  for (const { id } of list.data.workouts)
    for (const part of ['', '/geojson', '/chart_data', '/original', '/comments'])
      await read(`/api/workouts/${id}${part}`)
  const own = ['auth/profile', 'records', 'equipments', 'sports', 'notifications', 'timeline']
  for (const path of [...own, 'follow-requests', 'workouts/map', 'config'])
    await read(`/api/${path}`)
  return found
}

/** Makes and deletes workouts until it is told to stop; returns how many. */
function write(server: RunningServer, token: string) {
  const state = { goesOn: true, rounds: 0 }
  const headers = { authorization: `Bearer ${token}`, ...JSON_TYPE }
  const entry = { sport_id: 1, duration: 3600, distance: 20, workout_date: '2026-02-01 10:00' }
  const body = JSON.stringify({ ...entry, workout_visibility: 'private' })
  const done = (async () => {
    while (state.goesOn) {
      const made = await fetch(`${server.url}/api/workouts/no_gpx`, {
        method: 'POST',
        headers,
        body,
      })
      const [workout] = (await made.json()).data.workouts
      await fetch(`${server.url}/api/workouts/${workout.id}`, { method: 'DELETE', headers })
      state.rounds += 1
    }
    return state.rounds
  })()
  return {
    stop: () => {
      state.goesOn = false
      return done
    },
  }
}

test('a backup made while the server writes restores to what everybody else reads, byte by byte', async () => {
  expect(binary.run(['demo', '--password', PASSWORD, '--days', '20'])).toMatchObject({ code: 0 })
  const server = await binary.serve([], SETTINGS)
  const backups = join(newFolder(), 'backups')
  const load = write(server, await tokenOf(server, 'alex'))
  const mia = await tokenOf(server, 'mia')
  const before = await crawl(server, mia)
  const made = await Bun.spawn([join(binary.folder, 'milepost'), 'backup', '--to', backups], {
    env: { DATA_DIR: binary.dataDir, PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).exited
  expect(made).toBe(0)
  expect(await load.stop()).toBeGreaterThan(0)
  await server.stop()
  const restored = join(newFolder(), 'data')
  const order = ['restore', backups, '--data-dir', restored]
  expect(binary.run(order)).toMatchObject({ code: 0 })
  const again = await binary.serve([], { ...SETTINGS, DATA_DIR: restored })
  const after = await crawl(again, mia)
  await again.stop()
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [path, content] of before)
    expect(`${path} ${after.get(path)}`).toBe(`${path} ${content}`)
  expect(before.size).toBeGreaterThan(30)
}, 120_000)
