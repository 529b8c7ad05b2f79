import { join } from 'node:path'
import { rideGpx } from '../../support/ride'
import { zipBytes } from '../../support/tracks/zip'
import type { Random } from '../attack'
import { credentialsOf, uploadForm, type VictimAnswer } from '../victim'
import { digest } from './inspect'
import type { Ledger } from './ledger'
import { type Call, type Machine, NO_ANSWER } from './machine'

export const FIRST_PASSWORD = credentialsOf('any').password
/** Rides are four hours apart. After this many, they start again. */
const RIDES = 50_000

/** What users do, one action after another, and the expected results. */
export interface Actor {
  name: string
  password: string
  token: string | undefined
  /** Their workouts, and the recording of each. */
  workouts: Map<string, string>
  /** Their personal access tokens, by name. */
  tokens: Map<string, number>
  /** The token with which their apps upload. */
  secret: string | undefined
}

export const newActor = (name: string): Actor => ({
  ...{ name, password: FIRST_PASSWORD, token: undefined, workouts: new Map(), tokens: new Map() },
  secret: undefined,
})

/** The environment of the traffic. `acknowledged` is called at the moment when a response confirms a change. */
export interface Scene {
  machine: Machine
  ledger: Ledger
  random: Random
  acknowledged: (what: string) => Promise<void>
  /** A number that was not used before. */
  next: () => number
}

type Action = (scene: Scene, actor: Actor) => Promise<number>

/** Performs one random action. Returns the status of the response, or the negated exit code of a command. */
export async function act(scene: Scene, actor: Actor): Promise<number> {
  if (actor.token === undefined) actor.token = await scene.machine.login(actor.name, actor.password)
  if (actor.token === undefined) return 0
  const total = ACTIONS.reduce((sum, [weight]) => sum + weight, 0)
  let left = scene.random() * total
  for (const [weight, action] of ACTIONS) {
    left -= weight
    if (left < 0) return action(scene, actor)
  }
  return 0
}

const ACTIONS: readonly [weight: number, action: Action][] = [
  [20, uploadRecording],
  [4, uploadArchive],
  [14, addWithoutRecording],
  [14, editWorkout],
  [8, deleteWorkout],
  [14, putIntoInbox],
  [8, postToInbox],
  [6, editProfile],
  [4, createToken],
  [4, deleteToken],
  [2, changePassword],
  [3, changeSettings],
  [0.7, deleteAccount],
  [0.7, backUp],
]

/** A unique recording. */
const recording = (number: number): string =>
  rideGpx({
    seed: number,
    start: new Date(Date.UTC(2000, 0, 1) + (number % RIDES) * 4 * 3_600_000),
    kilometres: 0.2,
  }).replace('<trk>', '<trk><type>running</type>')

const send = (
  { machine }: Scene,
  actor: Actor,
  ...[method, path, call]: [string, string, Omit<Call, 'token'>?]
): Promise<VictimAnswer> =>
  machine.call(method, path, { token: actor.token, ...call }).catch(() => NO_ANSWER)

interface Change {
  thing: string
  state: string | undefined
}

/** Records the response to a change. Returns true if it was acknowledged. */
async function settle(
  { ledger, acknowledged }: Scene,
  { status }: VictimAnswer,
  changes: readonly Change[],
): Promise<boolean> {
  if (status < 200 || status > 299) {
    ledger.refuse()
    return false
  }
  for (const { thing, state } of changes) ledger.acknowledge(thing, state)
  await acknowledged(changes.map(({ thing }) => thing).join(', '))
  return true
}

async function uploadRecording(scene: Scene, actor: Actor): Promise<number> {
  const content = recording(scene.next())
  const form = uploadForm('ride.gpx', content, { title: 'A ride' })
  const answer = await send(scene, actor, 'POST', '/api/workouts', { form })
  return takeWorkouts(scene, actor, answer, digest(content))
}

/** Adds the workouts of a response to the ledger; their ids were unknown before. */
async function takeWorkouts(
  scene: Scene,
  actor: Actor,
  answer: VictimAnswer,
  content: string | undefined,
): Promise<number> {
  const workouts: { id: string; title: string }[] =
    answer.status < 300 ? (answer.body?.data?.workouts ?? []) : []
  const changes = workouts.map(({ id, title }) => {
    const state = content === undefined ? undefined : `${title} ${content}`
    if (content !== undefined) actor.workouts.set(id, content)
    return { thing: `workout ${id}`, state }
  })
  await settle(
    scene,
    answer,
    changes.filter(({ state }) => state !== undefined),
  )
  return answer.status
}

async function uploadArchive(scene: Scene, actor: Actor): Promise<number> {
  const contents = [scene.next(), scene.next()].map(recording)
  const archive = zipBytes(contents.map((content, at) => ({ name: `${at}.gpx`, content })))
  const form = uploadForm('rides.zip', archive)
  // The response does not say which recording became which workout, so they are matched by their content.
  const things = contents.map((content) => ({
    thing: `recording ${digest(content)}`,
    state: 'there',
  }))
  for (const { thing, state } of things) scene.ledger.begin(thing, state)
  const answer = await send(scene, actor, 'POST', '/api/workouts', { form })
  await settle(scene, answer, things)
  return answer.status
}

async function addWithoutRecording(scene: Scene, actor: Actor): Promise<number> {
  const date = new Date(Date.UTC(2000, 0, 1) + scene.next() * 60_000).toISOString()
  const json = {
    ...{ sport_id: 1, title: 'No map', distance: 10, duration: 3600 },
    workout_date: date.slice(0, 16).replace('T', ' '),
  }
  const answer = await send(scene, actor, 'POST', '/api/workouts/no_gpx', { json })
  return takeWorkouts(scene, actor, answer, 'none')
}

/** A random entry, or undefined if there are none. */
function pick<Key, Value>(random: Random, from: ReadonlyMap<Key, Value>): [Key, Value] | undefined {
  return [...from][Math.floor(random() * from.size)]
}

async function editWorkout(scene: Scene, actor: Actor): Promise<number> {
  const [id, content] = pick(scene.random, actor.workouts) ?? []
  if (id === undefined) return addWithoutRecording(scene, actor)
  const title = `Title ${scene.next()}`
  return change(scene, { thing: `workout ${id}`, state: `${title} ${content}` }, () =>
    send(scene, actor, 'PATCH', `/api/workouts/${id}`, { json: { title } }),
  )
}

/** Sends a change with a known outcome. */
async function change(
  scene: Scene,
  what: Change,
  request: () => Promise<VictimAnswer>,
): Promise<number> {
  scene.ledger.begin(what.thing, what.state)
  const answer = await request()
  await settle(scene, answer, [what])
  return answer.status
}

async function deleteWorkout(scene: Scene, actor: Actor): Promise<number> {
  const [id] = pick(scene.random, actor.workouts) ?? []
  if (id === undefined || actor.workouts.size < 3) return addWithoutRecording(scene, actor)
  actor.workouts.delete(id)
  return change(scene, { thing: `workout ${id}`, state: undefined }, () =>
    send(scene, actor, 'DELETE', `/api/workouts/${id}`),
  )
}

const basic = (name: string, secret: string) => `Basic ${btoa(`${name}:${secret}`)}`

async function putIntoInbox(scene: Scene, actor: Actor): Promise<number> {
  if (actor.secret === undefined) return createSecret(scene, actor)
  const content = recording(scene.next())
  const path = `ride-${scene.next()}.gpx`
  const headers = { authorization: basic(actor.name, actor.secret) }
  return change(scene, { thing: `inbox ${actor.name}/${path}`, state: digest(content) }, () =>
    send(scene, actor, 'PUT', `/dav/inbox/${path}`, { body: content, headers }),
  )
}

async function postToInbox(scene: Scene, actor: Actor): Promise<number> {
  const content = recording(scene.next())
  const headers = {
    'content-type': 'application/gpx+xml',
    'content-disposition': 'attachment; filename="ride.gpx"',
  }
  const answer = await send(scene, actor, 'POST', '/api/inbox', { body: content, headers })
  return takeWorkouts(scene, actor, answer, digest(content))
}

async function editProfile(scene: Scene, actor: Actor): Promise<number> {
  const bio = `Bio ${scene.next()}`
  const nothing = { first_name: null, last_name: null, location: null, birth_date: null }
  return change(scene, { thing: `bio ${actor.name}`, state: bio }, () =>
    send(scene, actor, 'POST', '/api/auth/profile/edit', { json: { ...nothing, bio } }),
  )
}

async function createToken(scene: Scene, actor: Actor): Promise<number> {
  if (actor.tokens.size > 50) return deleteToken(scene, actor)
  const name = `${actor.name}-${scene.next()}`
  const json = { name, scope: 'workouts:read' }
  const thing = { thing: `token ${name}`, state: 'there' }
  scene.ledger.begin(thing.thing, thing.state)
  const answer = await send(scene, actor, 'POST', '/api/tokens', { json })
  if (answer.status === 201) actor.tokens.set(name, answer.body?.data.token.id)
  await settle(scene, answer, [thing])
  return answer.status
}

async function createSecret(scene: Scene, actor: Actor): Promise<number> {
  const json = { name: `upload-${scene.next()}`, scope: 'workouts:write' }
  const answer = await send(scene, actor, 'POST', '/api/tokens', { json })
  if (answer.status === 201)
    actor.secret = answer.body?.data.token.secret ?? answer.body?.data.token.token
  return answer.status
}

async function deleteToken(scene: Scene, actor: Actor): Promise<number> {
  const [name, id] = pick(scene.random, actor.tokens) ?? []
  if (name === undefined) return createToken(scene, actor)
  actor.tokens.delete(name)
  return change(scene, { thing: `token ${name}`, state: undefined }, () =>
    send(scene, actor, 'DELETE', `/api/tokens/${id}`),
  )
}

async function changePassword(scene: Scene, actor: Actor): Promise<number> {
  const password = `${FIRST_PASSWORD} ${scene.next()}`
  const { email } = credentialsOf(actor.name)
  const json = { email, password: actor.password, new_password: password }
  const status = await change(scene, { thing: `password ${actor.name}`, state: password }, () =>
    send(scene, actor, 'PATCH', '/api/auth/profile/edit/account', { json }),
  )
  if (status === 200) actor.password = password
  // The change has ended this session; after a rejection, both passwords are possible.
  const token = await scene.machine.login(actor.name, password)
  if (token !== undefined) actor.password = password
  actor.token = token
  return status
}

async function changeSettings(scene: Scene, actor: Actor): Promise<number> {
  if (actor.name !== OWNER) return editProfile(scene, actor)
  const limit = 1000 + (scene.next() % 9000)
  return change(scene, { thing: 'settings', state: String(limit) }, () =>
    send(scene, actor, 'PATCH', '/api/config', { json: { stats_workouts_limit: limit } }),
  )
}

/** The account that changes settings, creates and deletes accounts, and makes backups. */
export const OWNER = 'owner'

/** Creates an account. Returns true if the command confirms it. */
export async function createAccount(scene: Scene, name: string, role = 'user'): Promise<boolean> {
  const { machine, ledger, acknowledged } = scene
  const { email, password } = credentialsOf(name)
  const things: Change[] = [
    { thing: `user ${name}`, state: 'there' },
    { thing: `password ${name}`, state: password },
  ]
  for (const { thing, state } of things) ledger.begin(thing, state)
  const options = ['--email', email, '--password', password, '--role', role]
  const { code } = await machine.command('users', 'create', name, ...options)
  if (code !== 0) return false
  for (const { thing, state } of things) ledger.acknowledge(thing, state)
  await acknowledged(`user ${name}`)
  return true
}

async function deleteAccount(scene: Scene, actor: Actor): Promise<number> {
  if (actor.name !== OWNER) return editProfile(scene, actor)
  const name = `guest${scene.next()}`
  if (!(await createAccount(scene, name))) return -1
  const things = [`user ${name}`, `password ${name}`].map((thing) => ({ thing, state: undefined }))
  for (const { thing, state } of things) scene.ledger.begin(thing, state)
  const answer = await send(scene, actor, 'DELETE', `/api/users/${name}`)
  await settle(scene, answer, things)
  return answer.status
}

async function backUp(scene: Scene, actor: Actor): Promise<number> {
  if (actor.name !== OWNER) return editProfile(scene, actor)
  const { machine, ledger, acknowledged } = scene
  const folder = join(machine.dataDir, 'backups')
  const { code, output } = await machine.command('backup', '--to', folder)
  const [, name] = /\/(milepost-[^/:]+Z):/.exec(output) ?? []
  if (code !== 0 || name === undefined) return -code
  ledger.acknowledge(`backup ${name}`, 'whole')
  await acknowledged(`backup ${name}`)
  return 0
}
