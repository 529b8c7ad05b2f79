import type { InstalledBinary, RunningServer } from '../support/binary'
import { randomOf, rideGpx } from '../support/ride'

const PASSWORD = 'correct horse battery staple'
const HELD_WORKOUTS = 40
const EXPORT_PATIENCE = 60_000
/** Time limit of a request in milliseconds. */
const ANSWER_WITHIN = 300_000

/** The environment of the traffic. */
export interface Scene {
  binary: InstalledBinary
  server: RunningServer
  random: () => number
  rider: string
  friend: string
  /** The existing workouts of the rider, oldest first. */
  workouts: string[]
  /** The number of requests by name, and unexpected responses. */
  counts: Map<string, number>
  problems: string[]
}

interface Request {
  method?: string
  token?: string
  json?: unknown
  form?: FormData
  /** Expected statuses; by default only 200. */
  expected?: number[]
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
}

type Step = (scene: Scene) => Promise<unknown>

/** Sends one request, reads its response to the end and counts it. */
async function ask(scene: Scene, name: string, path: string, request: Request): Promise<Answer> {
  const { method = 'GET', token, json, form, expected = [200] } = request
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  if (json !== undefined) headers['content-type'] = 'application/json'
  const body = json === undefined ? (form ?? null) : JSON.stringify(json)
  const signal = AbortSignal.timeout(ANSWER_WITHIN)
  const answer = await fetch(scene.server.url + path, { method, headers, body, signal })
  const text = await answer.text()
  scene.counts.set(name, (scene.counts.get(name) ?? 0) + 1)
  if (!expected.includes(answer.status))
    scene.problems.push(`${name}: ${answer.status} ${text.slice(0, 200)}`)
  const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
  return { status: answer.status, body: isJson ? JSON.parse(text) : undefined }
}

const emailOf = (name: string) => `${name}@example.com`

function createUser({ run }: InstalledBinary, name: string): void {
  const made = run(['users', 'create', name, '--email', emailOf(name), '--password', PASSWORD])
  if (made.code !== 0) throw new Error(`${made.stdout}${made.stderr}`)
}

async function logIn(scene: Scene, name: string): Promise<string> {
  const json = { email: emailOf(name), password: PASSWORD }
  return (await ask(scene, 'log in', '/api/auth/login', { method: 'POST', json })).body.auth_token
}

function rideForm(random: () => number): FormData {
  const number = Math.floor(random() * 1_000_000)
  const gpx = rideGpx({
    ...{ seed: number, name: `Ride ${number}`, withPause: number % 2 === 0 },
    start: new Date(Date.UTC(2020, 0, 1) + number * 60_000),
    kilometres: 5 + (number % 40),
  })
  const form = new FormData()
  form.set('file', new File([gpx], 'ride.gpx'))
  form.set('data', JSON.stringify({ sport_id: 1, workout_visibility: 'public' }))
  return form
}

const upload: Step = async (scene) => {
  const form = rideForm(scene.random)
  const request = { method: 'POST', token: scene.rider, form, expected: [201] }
  const { body } = await ask(scene, 'upload', '/api/workouts', request)
  const id = body?.data?.workouts?.[0]?.id
  if (id) scene.workouts.push(id)
}

/** The number of workouts stays the same, so that growth is caused by the server. */
const uploadAndDelete: Step = async (scene) => {
  await upload(scene)
  const id = scene.workouts.shift()
  const request = { method: 'DELETE', token: scene.rider, expected: [204] }
  if (id) await ask(scene, 'delete', `/api/workouts/${id}`, request)
}

/** A workout, which another step may delete in the meantime. */
const aWorkout = ({ workouts, random }: Scene): string =>
  workouts[Math.floor(random() * workouts.length)] ?? 'none'

const read =
  (name: string, path: (scene: Scene) => string): Step =>
  (scene) =>
    ask(scene, name, path(scene), { token: scene.rider, expected: [200, 404] })

const comment: Step = async (scene) => {
  const json = { text: 'Well done, @rider!', text_visibility: 'public' }
  const path = `/api/workouts/${aWorkout(scene)}/comments`
  const request = { method: 'POST', token: scene.friend, json, expected: [201, 404] }
  await ask(scene, 'comment', path, request)
}

const like: Step = async (scene) => {
  const path = `/api/workouts/${aWorkout(scene)}/like`
  const request = { method: 'POST', token: scene.friend, expected: [200, 404] }
  await ask(scene, 'like', path, request)
  await ask(scene, 'undo like', `${path}/undo`, request)
}

const wrongLogIn: Step = (scene) =>
  ask(scene, 'wrong log in', '/api/auth/login', {
    method: 'POST',
    json: { email: emailOf('rider'), password: 'not the password' },
    expected: [401],
  })

const logInAndOut: Step = async (scene) => {
  const token = await logIn(scene, 'friend')
  await ask(scene, 'log out', '/api/auth/logout', { method: 'POST', token })
}

const weighted: [weight: number, step: Step][] = [
  [12, read('list', () => '/api/workouts?per_page=20')],
  [12, read('detail', (scene) => `/api/workouts/${aWorkout(scene)}`)],
  [8, read('chart', (scene) => `/api/workouts/${aWorkout(scene)}/chart_data`)],
  [8, read('geojson', (scene) => `/api/workouts/${aWorkout(scene)}/geojson`)],
  [8, read('timeline', () => '/api/timeline')],
  [8, read('profile', () => '/api/auth/profile')],
  [4, read('records', () => '/api/records')],
  [4, read('notifications', () => '/api/notifications')],
  [6, uploadAndDelete],
  [5, comment],
  [5, like],
  [1, logInAndOut],
  [1, wrongLogIn],
]
const STEPS = weighted.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))

/** The accounts and workouts of the traffic. */
export async function prepare(binary: InstalledBinary, server: RunningServer): Promise<Scene> {
  const scene: Scene = {
    ...{ binary, server, random: randomOf(1), rider: '', friend: '', workouts: [] },
    ...{ counts: new Map(), problems: [] },
  }
  for (const name of ['rider', 'friend']) createUser(binary, name)
  scene.rider = await logIn(scene, 'rider')
  scene.friend = await logIn(scene, 'friend')
  while (scene.workouts.length < HELD_WORKOUTS && scene.problems.length === 0) await upload(scene)
  return scene
}

/** Performs a random action of a user. */
export async function performRandomStep(scene: Scene): Promise<void> {
  await STEPS[Math.floor(scene.random() * STEPS.length)]?.(scene)
}

/** Creates an account, uploads a ride, exports all data and deletes the account. */
export async function createAndDeleteAccount(scene: Scene, name: string): Promise<void> {
  createUser(scene.binary, name)
  const token = await logIn(scene, name)
  const form = rideForm(scene.random)
  const sending = { method: 'POST', token, form, expected: [201] }
  await ask(scene, 'upload', '/api/workouts', sending)
  await exportEverything(scene, token)
  await ask(scene, 'delete account', `/api/users/${name}`, {
    ...{ method: 'DELETE', token, expected: [204] },
  })
}

async function exportEverything(scene: Scene, token: string): Promise<void> {
  const path = '/api/auth/account/export'
  await ask(scene, 'export', `${path}/request`, { method: 'POST', token })
  const limit = performance.now() + EXPORT_PATIENCE
  for (;;) {
    const { request } = (await ask(scene, 'look at export', path, { token })).body
    if (request.status === 'successful') {
      await ask(scene, 'download export', `${path}/${request.file_name}`, { token })
      return
    }
    if (request.status === 'errored' || performance.now() > limit)
      throw new Error(`The export ends ${JSON.stringify(request)}`)
    await Bun.sleep(200)
  }
}
