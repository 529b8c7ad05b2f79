import { describe, expect, test } from 'bun:test'
import { startServer as listen } from '@/server/server'
import { aPerson, PASSWORD } from '../support/accounts'
import { afterTest } from '../support/after-test'
import { anAdmin, aUser } from '../support/factories'
import { plainPng } from '../support/images'
import { rideGpx } from '../support/ride'
import { startWorkoutServer } from '../support/workouts'

const COLOURS = ['#abcdef', '#fedcba']
const images = await Promise.all(COLOURS.map((colour) => plainPng(colour)))

/** A server on a socket, a user with a recorded public workout and a picture, and functions to change them. */
async function startWorld() {
  const world = await startWorkoutServer({ username: 'ann' }, { host: '127.0.0.1', port: 0 })
  const { ctx, send, user } = world
  const server = listen(ctx)
  afterTest(server.stop)
  const open = ['workout', 'analysis', 'map'].map((part) => [`${part}_visibility`, 'public'])
  const workout = await world.record('a.gpx', rideGpx(), Object.fromEntries(open))
  const left = [...images]
  const picture = () => {
    const body = new FormData()
    body.set('file', new File([left.pop() ?? ''], 'me.png'))
    return world.call('POST', '/api/auth/picture', { as: user, body })
  }
  await picture()
  const admin = await anAdmin(ctx)
  const edit = (json: object) => send('PATCH', `/api/workouts/${workout.id}`, { json })
  const token = async ({ id, session_epoch }: typeof user) =>
    `Bearer ${await ctx.sessions.issue(id, session_epoch)}`
  return {
    ...world,
    workout,
    url: server.url,
    other: await token(await aUser(ctx)),
    own: await token(user),
    changes: {
      title: () => edit({ title: 'another' }),
      entry: () => world.enter(),
      recording: () => edit({ sport_id: 5 }),
      picture,
      preference: () =>
        send('POST', '/api/auth/profile/edit/sports', { json: { sport_id: 1, color: '#123456' } }),
      about: () => send('PATCH', '/api/config', { as: admin, json: { about: 'new' } }),
    },
    ask: (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, server.url), { headers: { 'accept-encoding': 'identity', ...headers } }),
  }
}
type World = Awaited<ReturnType<typeof startWorld>>

interface Kind {
  path: (workout: { id: string; segments: { segment_id: string }[] }) => string
  change: keyof World['changes']
  /** The status for other users: not found, or the response, which may differ. */
  others: 200 | 401 | 404
}

const PRIVATE = { others: 401 } as const
const KINDS: Record<string, Kind> = {
  workout: { path: ({ id }) => `/api/workouts/${id}`, change: 'title', others: 200 },
  'list of workouts': { path: () => '/api/workouts', change: 'title', ...PRIVATE },
  'list with statistics': {
    ...{ path: () => '/api/workouts?with_statistics=true', change: 'entry' },
    ...PRIVATE,
  },
  'workouts on the map': { path: () => '/api/workouts/global-map', change: 'title', ...PRIVATE },
  lines: { path: () => '/api/workouts/collection', change: 'title', ...PRIVATE },
  'lines for a map': { path: () => '/api/workouts/lines', change: 'title', ...PRIVATE },
  'visited tiles': { path: () => '/api/explorer/tiles', change: 'title', ...PRIVATE },
  geometry: { path: ({ id }) => `/api/workouts/${id}/geojson`, change: 'title', others: 200 },
  'chart of a workout': {
    ...{ path: ({ id }) => `/api/workouts/${id}/chart_data`, change: 'recording', others: 200 },
  },
  'chart of a segment': {
    path: ({ id, segments: [one] }) => `/api/workouts/${id}/chart_data/segment/${one?.segment_id}`,
    ...{ change: 'title', others: 200 },
  },
  timeline: { path: () => '/api/timeline', change: 'entry', ...PRIVATE },
  records: { path: () => '/api/records', change: 'recording', ...PRIVATE },
  'statistics by time': {
    ...{ path: () => '/api/stats/ann/by_time?time=month', change: 'entry' },
    ...PRIVATE,
  },
  'statistics by sport': { path: () => '/api/stats/ann/by_sport', change: 'entry', ...PRIVATE },
  profile: { path: () => '/api/auth/profile', change: 'entry', ...PRIVATE },
  sports: { path: () => '/api/sports', change: 'preference', others: 200 },
  config: { path: () => '/api/config', change: 'about', others: 200 },
  feed: { path: () => '/users/ann/workouts.rss', change: 'title', others: 200 },
  picture: { path: () => '/api/users/ann/picture', change: 'picture', others: 200 },
}

/** Data from the recording alone does not change with the title. */
const STAYS = ['visited tiles', 'geometry', 'chart of a segment']

describe.each(Object.entries(KINDS))('%s', (name, { path, change, others }) => {
  test('is not sent again until it changes', async () => {
    const { ask, own, workout, changes } = await startWorld()
    const address = path(workout)
    const first = await ask(address, { authorization: own })
    const body = await first.bytes()
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, body.length > 0, etag.length > 3]).toEqual([200, true, true])
    expect(first.headers.get('cache-control')).toContain('no-cache')
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const again = await ask(address, { authorization: own, 'if-none-match': known })
      expect([again.status, (await again.bytes()).length]).toEqual([304, 0])
      expect(again.headers.get('etag')).toBe(etag)
    }
    await changes[change]()
    const changed = await ask(address, { authorization: own, 'if-none-match': etag })
    const isSame = STAYS.includes(name)
    expect(changed.status).toBe(isSame ? 304 : 200)
    if (!isSame) expect(await changed.bytes()).not.toEqual(body)
  })

  test('is denied to callers who may not see it, even when they know its ETag', async () => {
    const { ask, own, other, workout } = await startWorld()
    const address = path(workout)
    const first = await ask(address, { authorization: own })
    await first.bytes()
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const anonymous = await ask(address, {})
    expect(anonymous.status).toBe(others)
    if (others === 200) return
    expect((await ask(address, headers)).status).toBe(others)
    const answer = await ask(address, { ...headers, authorization: other })
    expect([200, 403, 404]).toContain(answer.status)
  })
})

test('a workout that becomes hidden is no longer served to clients that have cached it', async () => {
  const { ask, other, send, workout } = await startWorld()
  for (const part of ['', '/geojson', '/chart_data']) {
    const address = `/api/workouts/${workout.id}${part}`
    const seen = await ask(address, { authorization: other })
    expect(seen.status).toBe(200)
    const known = { authorization: other, 'if-none-match': seen.headers.get('etag') ?? '' }
    expect((await ask(address, known)).status).toBe(304)
    await send('PATCH', `/api/workouts/${workout.id}`, { json: { workout_visibility: 'private' } })
    expect((await ask(address, known)).status).toBe(404)
    await send('PATCH', `/api/workouts/${workout.id}`, { json: { workout_visibility: 'public' } })
    // A workout contains its modification date.
    expect((await ask(address, known)).status).toBe(part === '' ? 200 : 304)
  }
})

test('responses with tokens are not cached', async () => {
  const world = await startWorld()
  const email = 'eve@example.com'
  await aPerson(world, { username: 'eve', email })
  const answer = await fetch(new URL('/api/auth/login', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(((await answer.json()) as { auth_token: string }).auth_token).toBeString()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('etag')).toBeNull()
})
