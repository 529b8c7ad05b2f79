import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterTest } from '../support/after-test'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { straightRide } from '../support/ranked-segments'
import { HOME, PUBLIC, positionsAroundHome } from '../support/rides-around-home'
import { until } from '../support/until'

const PASSWORD = 'a password of the account'
const SETTINGS = { TILE_SERVER_URL: 'off', AUTH_RATE_LIMITS: 'off', UI_URL: 'http://m.example.org' }
const RADIUS = 200
const RIDES = 30
/** Numbers of workouts at which the server is killed: before the first one, and in the middle. */
const KILLED_AT = [0, 8, 20]

let source: InstalledBinary
let target: InstalledBinary

beforeAll(() => {
  source = installBinary()
  target = installBinary()
}, BUILD_TIMEOUT)
afterAll(() => {
  source?.remove()
  target?.remove()
})

/** Starts a server. Its users are created before its first start. */
async function start(binary: InstalledBinary): Promise<RunningServer> {
  const server = await binary.serve([], SETTINGS)
  afterTest(server.stop)
  return server
}

function createUsers(binary: InstalledBinary): void {
  for (const name of ['ann', 'eve']) {
    const email = `${name}@example.org`
    const create = ['users', 'create', name, '--email', email, '--password', PASSWORD]
    expect(binary.run(create)).toMatchObject({ code: 0 })
  }
}

/** Returns a function that calls the API as a user. */
async function logIn({ url }: RunningServer, name: string) {
  const request = async (method: string, path: string, body?: object, token?: string) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    expect([path, response.status < 500]).toEqual([path, true])
    return response
  }
  const login = { email: `${name}@example.org`, password: PASSWORD }
  const { auth_token: token } = await (await request('POST', '/api/auth/login', login)).json()
  return (method: string, path: string, body?: object) => request(method, path, body, token)
}

type Caller = Awaited<ReturnType<typeof logIn>>

const readJson = async (call: Caller, path: string) => (await call('GET', path)).json()

const formOf = (name: string, content: string | Uint8Array<ArrayBuffer>, data: object) => {
  const form = new FormData()
  form.set('file', new File([content], name))
  form.set('data', JSON.stringify(data))
  return form
}

/** Fills an account: rides that start in a zone, a course, segments and a chosen course. */
async function fill(call: Caller): Promise<void> {
  const create = async (path: string, body: object) =>
    (await (await call('POST', path, body)).json()).data
  await create('/api/privacy/zones', { name: 'Home', positions: [HOME], radius: RADIUS })
  await call('PATCH', '/api/privacy', { hidden_metres: 100, hides_times: true })
  const ids: string[] = []
  for (let day = 1; day <= RIDES; day++) {
    const form = formOf(`${day}.gpx`, straightRide({ day }), { sport_id: 1, ...PUBLIC })
    ids.push((await create('/api/workouts', form)).workouts[0].id)
  }
  const [first] = ids
  const { course } = await create('/api/courses', { workout_id: first, name: 'East' })
  await call('PUT', `/api/workouts/${first}/course`, { course_id: course.id })
  for (const from of [0, 900])
    await create('/api/segments', {
      ...{ name: `From ${from}`, visibility: 'public' },
      workout: { id: first, from, to: 2200 },
    })
}

async function exportAccount(call: Caller): Promise<Uint8Array<ArrayBuffer>> {
  await call('POST', '/api/auth/account/export/request', {})
  const find = async () => (await readJson(call, '/api/auth/account/export')).request
  await until('the export is finished', async () => (await find()).status === 'successful')
  return (await call('GET', `/api/auth/account/export/${(await find()).file_name}`)).bytes()
}

/** What the owner sees, once all workouts have been compared with the segments. */
async function ownView(call: Caller) {
  const list = async () => (await readJson(call, '/api/segments')).data.segments
  await until('all workouts are compared with the segments', async () =>
    (await list()).every(({ complete }: { complete: boolean }) => complete),
  )
  const { workouts } = (await readJson(call, '/api/workouts?per_page=100&order=asc')).data
  const { courses } = (await readJson(call, '/api/courses')).data
  const ids = (items: { id: string }[]) => items.map(({ id }) => id)
  return {
    workouts: workouts.map(({ id, distance, workout_date }: Record<string, unknown>) => ({
      ...{ id, distance, workout_date },
    })),
    courses: ids(courses),
    planned: await Promise.all(
      ids(workouts).map(
        async (id) => (await readJson(call, `/api/workouts/${id}/course`)).data.planned?.course.id,
      ),
    ),
    segments: await list(),
    efforts: await Promise.all(
      ids(await list()).map(
        async (id) => (await readJson(call, `/api/segments/${id}/efforts`)).data,
      ),
    ),
    privacy: (await readJson(call, '/api/privacy')).data,
  }
}

/**
 * Reads what another user sees of the workouts and segments of the account. Returns the paths that show something around
 * home, and the number of workouts that are visible.
 */
async function findLeaks(call: Caller, ids: readonly string[]) {
  const nearby = '/api/segments?owner=anyone&coordinates=47.99,7.85&radius=50'
  const paths = [
    ...ids.flatMap((id) => [`/api/workouts/${id}`, `/api/workouts/${id}/geojson`]),
    ...[nearby, '/api/users/ann/workouts', '/api/timeline'],
  ]
  const leaks: string[] = []
  let workouts = 0
  for (const path of paths) {
    const response = await call('GET', path)
    if (response.ok && path.endsWith('/geojson')) workouts += 1
    if (positionsAroundHome(await response.text(), RADIUS).length > 0) leaks.push(path)
  }
  return { leaks, workouts }
}

test('an account moves to another server that is killed meanwhile, and shows others nothing of its zone', async () => {
  createUsers(source)
  createUsers(target)
  const from = await start(source)
  const ann = await logIn(from, 'ann')
  await fill(ann)
  const before = await ownView(ann)
  const ids: string[] = before.workouts.map((workout: { id: string }) => workout.id)
  expect(ids).toHaveLength(RIDES)
  expect(before.efforts).toHaveLength(2)
  const archive = await exportAccount(ann)
  await from.stop()

  let to = await start(target)
  const import_ = await (await logIn(to, 'ann'))(
    'POST',
    '/api/workouts',
    formOf('export.zip', archive, {}),
  )
  const { task_id: id } = (await import_.json()).data
  const sqlite = new Database(join(target.dataDir, 'milepost.db'), { readonly: true })
  afterTest(() => sqlite.close())
  const count = (table: string) =>
    Number(sqlite.prepare(`select count(*) from ${table}`).pluck().get())
  for (const workouts of KILLED_AT) {
    await until('the import has begun or continued', () =>
      workouts === 0 ? count('privacy_zones') > 0 : count('workouts') >= workouts,
    )
    process.kill(to.pid, 'SIGKILL')
    await to.stop()
    expect(count('privacy_zones')).toBe(1)
    to = await start(target)
    expect((await findLeaks(await logIn(to, 'eve'), ids)).leaks).toEqual([])
  }
  const again = await logIn(to, 'ann')
  await until(
    'the import is finished',
    async () => (await readJson(again, `/api/workouts/upload-tasks/${id}`)).task.progress === 100,
  )
  expect(await ownView(again)).toEqual(before)
  const eve = await logIn(to, 'eve')
  expect(await findLeaks(eve, ids)).toEqual({ leaks: [], workouts: RIDES })
  // Without the zone, they would be found.
  const [zone] = before.privacy.zones
  await again('DELETE', `/api/privacy/zones/${zone.id}`)
  await again('PATCH', '/api/privacy', { hidden_metres: 0 })
  expect((await findLeaks(eve, ids)).leaks.length).toBeGreaterThan(RIDES)
  await to.stop()
}, 180_000)
