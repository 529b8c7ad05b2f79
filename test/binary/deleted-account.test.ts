import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import {
  BUILD_TIMEOUT,
  type InstalledBinary,
  installBinary,
  type RunningServer,
} from '../support/binary'
import { plainPng } from '../support/images'
import { rideGpx } from '../support/ride'
import { until } from '../support/until'

const TIME_LIMIT = 60_000
const PASSWORD = 'correct horse battery'
const NAME = 'quillmark'
/** The prefix of every text that the account stores. */
const MARK = 'Quillmark'
const FIRST_EMAIL = 'quillmark.first@example.com'
const EMAIL = 'quillmark.second@example.org'
const WORKOUTS = 40
const VACUUM = "select count(*) from chore_runs where name = 'vacuum after deletions'"

let binary: InstalledBinary
let server: RunningServer
beforeAll(() => {
  binary = installBinary()
}, BUILD_TIMEOUT)
beforeEach(async () => {
  createAccount('owner', 'owner@example.com', 'owner')
  createAccount(NAME, FIRST_EMAIL, 'user')
  server = await binary.serve([], { TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' })
})
afterEach(async () => {
  await server.stop()
  rmSync(binary.dataDir, { recursive: true, force: true })
})
afterAll(() => binary.remove())

function createAccount(name: string, email: string, role: string): void {
  const options = ['--email', email, '--password', PASSWORD, '--role', role]
  expect(binary.run(['users', 'create', name, ...options])).toMatchObject({ code: 0 })
}

type Body = Record<string, unknown> | FormData

/** Calls the API and returns the response, which must be successful. */
async function call(method: string, path: string, token?: string, body?: Body) {
  const isForm = body instanceof FormData
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  if (body && !isForm) headers['content-type'] = 'application/json'
  const init = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) }
  const response = await fetch(`${server.url}${path}`, init)
  const text = await response.text()
  expect(response.status, `${method} ${path}: ${text}`).toBeWithin(200, 300)
  return text === '' ? undefined : JSON.parse(text)
}

const logIn = async (email: string): Promise<string> =>
  (await call('POST', '/api/auth/login', undefined, { email, password: PASSWORD })).auth_token

const formOf = (file: File, data?: object) => {
  const form = new FormData()
  form.set('file', file)
  if (data) form.set('data', JSON.stringify(data))
  return form
}

/** Texts of different lengths: rows that grow and shrink move to other pages. */
const textOf = (what: string, number: number) =>
  `${MARK} ${what} ${number} ${'and on '.repeat((number * 7) % 40)}`

/** Uses every feature of an account that stores text of its owner. Returns a new session. */
async function useAccount(owner: string): Promise<string> {
  let token = await logIn(FIRST_EMAIL)
  const upload = async (number: number) => {
    const start = new Date(Date.UTC(2026, 0, 1 + number))
    const gpx = rideGpx({ seed: number, start, kilometres: 0.5, name: textOf('track', number) })
    const data = { sport_id: 1, title: textOf('title', number), workout_visibility: 'public' }
    const form = formOf(new File([gpx], `${MARK}-${number}.gpx`), data)
    const { data: created } = await call('POST', '/api/workouts', token, form)
    return created.workouts[0].id as string
  }
  const workouts: string[] = []
  for (let number = 0; number < WORKOUTS; number++) workouts.push(await upload(number))
  for (const [number, id] of workouts.entries()) {
    const texts = { notes: textOf('notes', number), description: textOf('story', 39 - number) }
    await call('PATCH', `/api/workouts/${id}`, token, texts)
    const text = { text: textOf('comment', number), text_visibility: 'public' }
    await call('POST', `/api/workouts/${id}/comments`, token, text)
  }
  const nothing = { first_name: null, last_name: null, location: null, birth_date: null }
  for (const number of [1, 3])
    await call('POST', '/api/auth/profile/edit', token, {
      ...{ ...nothing, bio: textOf('bio', number), location: `${MARK} village` },
    })
  const bike = { label: `${MARK} bike`, description: textOf('bike', 2), equipment_type_id: 2 }
  await call('POST', '/api/equipments', token, bike)
  await call('POST', '/api/tokens', token, { name: `${MARK} token`, scope: 'workouts:read' })
  await call('POST', '/api/auth/picture', token, formOf(new File([await plainPng('red')], 'x.png')))
  // Notifies both users.
  await call('POST', `/api/workouts/${workouts[0]}/like`, owner)
  const mention = { text: `@${NAME} was fast`, text_visibility: 'public' }
  const own = {
    ...{ sport_id: 1, title: 'Ride', distance: 10, duration: 3600 },
    workout_visibility: 'public',
    workout_date: '2026-02-03 10:00',
  }
  const { data } = await call('POST', '/api/workouts/no_gpx', owner, own)
  await call('POST', `/api/workouts/${data.workouts[0].id}/like`, token)
  const comments = `/api/workouts/${data.workouts[0].id}/comments`
  const { comment } = await call('POST', comments, owner, mention)
  await call('DELETE', `/api/comments/${comment.id}`, owner)
  await call('DELETE', `/api/workouts/${workouts[1]}`, token)
  const changed = binary.run(['users', 'update', NAME, '--update-email', EMAIL])
  expect(changed).toMatchObject({ code: 0, stderr: '' })
  token = await logIn(EMAIL)
  const inbox = join(binary.dataDir, 'inbox', NAME)
  mkdirSync(inbox, { recursive: true })
  writeFileSync(join(inbox, '.half-a-ride.gpx'), textOf('inbox', 6))
  return token
}

/** Files of the data folder whose name or content includes one of the texts, in any case. */
function findFiles(texts: readonly string[]): string[] {
  const names = readdirSync(binary.dataDir, { recursive: true, encoding: 'utf8' })
  // The libraries are unpacked from the executable.
  const stored = names.filter((name) => !name.startsWith('native'))
  return stored.flatMap((name) => {
    const path = join(binary.dataDir, name)
    const content = statSync(path).isFile() ? readFileSync(path, 'latin1').toLowerCase() : ''
    const found = texts.map((text) => text.toLowerCase())
    return found
      .filter((text) => content.includes(text) || name.toLowerCase().includes(text))
      .map((text) => `${name}: ${text}`)
  })
}

/** Runs a query on the database of the server. */
function query(sql: string): unknown {
  const sqlite = new Database(join(binary.dataDir, 'milepost.db'), { readonly: true })
  const value = sqlite.prepare(sql).pluck().get()
  sqlite.close()
  return value
}

test.each(['the user', 'an administrator'])(
  'no data of an account that %s has deleted can be found in the data folder',
  async (who) => {
    const owner = await logIn('owner@example.com')
    const token = await useAccount(owner)
    const hash = String(query(`select password_hash from users where username = '${NAME}'`))
    const texts = [MARK, NAME, FIRST_EMAIL, EMAIL, hash]
    expect(findFiles(texts).filter((found) => found.startsWith('milepost.db:'))).not.toEqual([])
    await call('DELETE', `/api/users/${NAME}`, who === 'the user' ? token : owner)
    expect(findFiles([NAME, FIRST_EMAIL, EMAIL, hash])).toEqual([])
    // When idle, the server clears copies that SQLite has left where it moved rows.
    await until('the vacuum', () => query(VACUUM) === 1)
    expect(findFiles(texts)).toEqual([])
    const { body } = await fetch(`${server.url}/api/ping`).then(async (r) => ({
      body: await r.text(),
    }))
    expect(body).toContain('pong')
  },
  TIME_LIMIT,
)
