import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { REMEMBERED_ROUTES } from '@/server/response-cache'
import { startServer as listen } from '@/server/server'
import { type OpenDatabase, openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { afterTest } from '../support/after-test'
import { countQueries } from '../support/count-queries'
import { deviceRide } from '../support/device-ride'
import { aUser } from '../support/factories'
import { newFolder } from '../support/folder'
import { rideGpx } from '../support/ride'
import { startWorkoutServer } from '../support/workouts'

/** A server on a socket with a user who has a workout, and a function for requests by any user. */
async function startListening(database?: OpenDatabase) {
  const world = await startWorkoutServer({}, { host: '127.0.0.1', port: 0 }, database)
  const server = listen(world.ctx)
  afterTest(server.stop)
  const token = async ({ id, session_epoch }: typeof world.user) =>
    `Bearer ${await world.ctx.sessions.issue(id, session_epoch)}`
  const authorization = await token(world.user)
  const ask = async (path: string, headers: Record<string, string> = { authorization }) => {
    const answer = await fetch(new URL(path, server.url), { headers })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  return { ...world, ask, token, authorization, workout: await world.enter(), url: server.url }
}

test('a response that was requested twice is cached until something changes', async () => {
  const { ctx, ask, send, workout } = await startListening()
  await ask(`/api/workouts/${workout.id}`)
  const first = await ask(`/api/workouts/${workout.id}`)
  const count = countQueries(ctx)
  const again = await ask(`/api/workouts/${workout.id}`)
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(Object.fromEntries(again.headers)).toEqual({
    ...Object.fromEntries(first.headers),
    date: expect.any(String),
  })
  expect(count()).toBe(0)
  await send('PATCH', `/api/workouts/${workout.id}`, { json: { title: 'another' } })
  expect((await ask(`/api/workouts/${workout.id}`)).text).toContain('"another"')
})

test('a chart that its route compressed is cached, too', async () => {
  const { ctx, ask, url, authorization } = await startListening()
  const form = new FormData()
  form.append('file', new File([rideGpx({})], 'ride.gpx'))
  form.append('data', JSON.stringify({ sport_id: 1 }))
  const sent = { method: 'POST', headers: { authorization }, body: form }
  const { data } = (await (await fetch(new URL('/api/workouts', url), sent)).json()) as {
    data: { workouts: [{ id: string }] }
  }
  for (const encoding of ['gzip', 'identity']) {
    const path = `/api/workouts/${data.workouts[0].id}/chart_data`
    const headers = { authorization, 'accept-encoding': encoding }
    await ask(path, headers)
    const first = await ask(path, headers)
    const count = countQueries(ctx)
    const again = await ask(path, headers)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('content-encoding')).toBe(first.headers.get('content-encoding'))
    expect(count()).toBe(0)
  }
})

/** A recorded public workout, and the parts of its recording. */
async function startRecorded(database?: OpenDatabase) {
  const world = await startListening(database)
  const open = ['workout', 'analysis', 'map'].map((part) => [`${part}_visibility`, 'public'])
  const workout = await world.record('ride.gpx', rideGpx({}), Object.fromEntries(open))
  const segment = workout.segments[0].segment_id
  const parts = ['geojson', 'chart_data']
    .flatMap((part) => [part, `${part}/segment/${segment}`])
    .concat('analysis')
    .map((part) => `/api/workouts/${workout.id}/${part}`)
  return { ...world, recorded: workout.id, parts }
}

test('a stored response is used whatever the query string is', async () => {
  const { ctx, ask, parts } = await startRecorded()
  for (const path of parts) {
    await ask(path)
    const first = await ask(`${path}?x=1`)
    const count = countQueries(ctx)
    const again = await ask(`${path}?x=2&y`)
    expect([path, again.status, again.text]).toEqual([path, 200, first.text])
    expect([path, count()]).toEqual([path, 0])
  }
})

test('charts with and without extra columns are cached separately, in any order', async () => {
  const { ask, record } = await startListening()
  const { id } = await record('ride.fit', deviceRide())
  const path = `/api/workouts/${id}/chart_data`
  const queries = ['', '?streams=all', '?streams=only', '?x=1', '?str%65ams=all']
  const answers = new Map<string, string>()
  for (let round = 0; round < 3; round++)
    for (const query of round === 1 ? queries.toReversed() : queries) {
      const { text } = await ask(path + query)
      expect([query, text]).toEqual([query, answers.get(query) ?? text])
      answers.set(query, text)
    }
  expect(answers.get('?x=1')).toBe(answers.get(''))
  expect(answers.get('?str%65ams=all')).toBe(answers.get('?streams=all'))
  expect(new Set(answers.values()).size).toBe(3)
})

test('stored responses are no longer served to others once the owner hides the workout', async () => {
  const { ask, send, token, ctx, recorded, parts } = await startRecorded()
  const visitors = [{}, { authorization: await token(await aUser(ctx)) }]
  const statuses = async () => {
    const found = new Set<number>()
    for (const visitor of visitors)
      for (const path of parts)
        for (const query of ['', '?x=1', '?x=2'])
          found.add((await ask(path + query, visitor)).status)
    return [...found]
  }
  await statuses()
  expect(await statuses()).toEqual([200])
  await send('PATCH', `/api/workouts/${recorded}`, { json: { analysis_visibility: 'private' } })
  expect(await statuses()).toEqual([404])
  for (const path of parts) expect((await ask(path)).status).toBe(200)
})

test('writes of another process are visible to the next request', async () => {
  const file = join(newFolder(), 'milepost.db')
  const own = openDatabase(file)
  await migrateToLatest(own)
  const other = openDatabase(file)
  afterTest(() => other.db.destroy())
  const { ask, parts, recorded } = await startRecorded(own)
  const [line = ''] = parts
  for (const path of [line, `/api/workouts/${recorded}`]) {
    for (let round = 0; round < 3; round++) expect((await ask(path, {})).status).toBe(200)
    other.sqlite.exec(`update workouts set workout_visibility = 'private'`)
    expect((await ask(path, {})).status).toBe(404)
    other.sqlite.exec(`update workouts set workout_visibility = 'public'`)
    expect((await ask(path, {})).status).toBe(200)
  }
})

test('a client that has cached a response gets 304', async () => {
  const { ask, authorization } = await startListening()
  await ask('/api/workouts')
  await ask('/api/workouts')
  const { headers } = await ask('/api/workouts')
  const known = { authorization, 'if-none-match': headers.get('etag') ?? '' }
  const again = await ask('/api/workouts', known)
  expect([again.status, again.text]).toEqual([304, ''])
  expect(again.headers.get('etag')).toBe(headers.get('etag'))
  expect(again.headers.get('x-content-type-options')).toBe('nosniff')
})

test('responses are cached separately for each user', async () => {
  const { ctx, ask, token, workout } = await startListening()
  const path = `/api/workouts/${workout.id}`
  const other = { authorization: await token(await aUser(ctx)) }
  for (let round = 0; round < 3; round++) {
    expect((await ask(path)).status).toBe(200)
    expect((await ask('/api/workouts')).text).toContain(workout.id)
    expect((await ask(path, {})).status).toBe(404)
    expect((await ask(path, other)).status).toBe(404)
    expect((await ask(path, { authorization: 'Bearer x' })).status).toBe(401)
    expect((await ask('/api/workouts', other)).text).not.toContain(workout.id)
  }
})

test('an invalid token is rejected although anonymous responses are cached', async () => {
  const { ctx, ask, workout } = await startListening()
  await writeTo(ctx.db, (tx) =>
    tx.updateTable('workouts').set({ workout_visibility: 'public' }).execute(),
  )
  const path = `/api/workouts/${workout.id}`
  for (let round = 0; round < 3; round++) {
    expect((await ask(path, {})).status).toBe(200)
    for (const authorization of ['null', 'undefined', 'Bearer null'])
      expect((await ask(path, { authorization })).status).toBe(401)
  }
})

test('a token is not accepted after it expires or after logging out', async () => {
  const { clock, ask, authorization, url, token, user } = await startListening()
  for (let round = 0; round < 3; round++) expect((await ask('/api/workouts')).status).toBe(200)
  await fetch(new URL('/api/auth/logout', url), { method: 'POST', headers: { authorization } })
  expect((await ask('/api/workouts')).status).toBe(401)
  const later = { authorization: await token(user) }
  for (let round = 0; round < 3; round++)
    expect((await ask('/api/workouts', later)).status).toBe(200)
  clock.advance(31 * 86_400_000)
  expect((await ask('/api/workouts', later)).status).toBe(401)
})

test('responses are cached separately for each dialect and encoding', async () => {
  const { ask, authorization, enter } = await startListening()
  for (let i = 0; i < 5; i += 1) await enter()
  const asked = (dialect: string, encoding: string) =>
    ask('/api/timeline', {
      ...{ authorization, 'x-api-dialect': dialect, 'accept-encoding': encoding },
    })
  for (let round = 0; round < 3; round += 1) {
    const [spec, other, packed] = await Promise.all([
      asked('spec', 'identity'),
      asked('fittrackee', 'identity'),
      asked('spec', 'gzip'),
    ])
    const ownerOf = ({ text }: { text: string }) => JSON.parse(text).data.workouts[0].user
    expect(typeof ownerOf(spec)).toBe('string')
    expect(typeof ownerOf(other)).toBe('object')
    expect(packed.text).toBe(spec.text)
    expect(spec.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe('gzip')
  }
})

test('the cache is limited to some megabytes', async () => {
  const { ctx, ask } = await startListening()
  const address = (number: number) => `/api/notifications/unread?x=${number}${'x'.repeat(8000)}`
  const askTwice = async (number: number) => {
    await ask(address(number))
    await ask(address(number))
  }
  await askTwice(0)
  const count = countQueries(ctx)
  await ask(address(0))
  expect(count()).toBe(0)
  for (let number = 1; number < 600; number += 1) await ask(address(number))
  count()
  await ask(address(0))
  expect(count()).toBe(0)
  for (let number = 1; number < 600; number += 1) await askTwice(number)
  count()
  await ask(address(0))
  expect(count()).toBeGreaterThan(0)
})

test('only existing routes are cached, with their path alone as the key only without parameters', async () => {
  const { handle } = await startListening()
  const document = await handle(new Request('http://localhost/api/openapi.json'))
  const { paths } = (await document.json()) as {
    paths: Record<string, { get?: { parameters?: { in: string }[] } }>
  }
  const reads = new Map(
    Object.entries(paths).flatMap(([path, { get }]) =>
      get ? [[path.replaceAll(/\{(\w+)\}/g, ':$1'), get.parameters ?? []]] : [],
    ),
  )
  const wrong = [...REMEMBERED_ROUTES].filter(
    ([route, address]) =>
      !reads.has(route) ||
      (address === 'path' && reads.get(route)?.some((parameter) => parameter.in === 'query')),
  )
  expect(wrong).toEqual([])
})

test('with rate limits every request is counted, even if its response is cached', async () => {
  const world = await startWorkoutServer(
    {},
    {
      ...{ host: '127.0.0.1', port: 0 },
      rateLimits: { auth: [], api: [{ count: 5, windowSeconds: 60, text: '5 per 1 minute' }] },
    },
  )
  const server = listen(world.ctx)
  afterTest(server.stop)
  const { id, session_epoch } = world.user
  const headers = { authorization: `Bearer ${await world.ctx.sessions.issue(id, session_epoch)}` }
  const left: (string | null)[] = []
  for (let request = 0; request < 7; request++) {
    const answer = await fetch(new URL('/api/workouts', server.url), { headers })
    await answer.bytes()
    left.push(answer.headers.get('x-ratelimit-remaining') ?? String(answer.status))
  }
  expect(left).toEqual(['4', '3', '2', '1', '0', '0', '0'])
})
