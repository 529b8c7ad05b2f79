import { expect, test } from 'bun:test'
import type { AppContext } from '@/context'
import { findKeptAnswer, insertKeptAnswer } from '@/db/queries/kept-answers'
import { writeTo } from '@/db/transact'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const partAt = (hour: number) =>
  samplePoints(120, (i) => ({
    ...{ lat: (44.68 + i * 0.0003).toFixed(6), lon: (6.07367 + i * 0.00005).toFixed(6) },
    ...{ ele: 998 - (i % 5), hr: 120 + (i % 9) },
    time: new Date(Date.UTC(2024, 5, 1, hour, 0, i * 10)).toISOString(),
  }))

const keptRows = ({ db }: AppContext) =>
  db.selectFrom('kept_answers').selectAll().orderBy('position').execute()

/** Nobody waits until an answer is kept, but for these tests. */
async function untilKept(ctx: AppContext, count: number) {
  await until('what is to be kept', async () => (await keptRows(ctx)).length >= count)
  return keptRows(ctx)
}

async function recorded() {
  const server = await startWorkoutServer()
  const open = { workout_visibility: 'public', analysis_visibility: 'public' }
  const workout = await server.record('two.gpx', gpxOf(partAt(10), partAt(11)), {
    ...{ sport_id: 5, ...open, map_visibility: 'public' },
  })
  const path = `/api/workouts/${workout.id}`
  const [{ segment_id: segmentId }] = workout.segments
  return { ...server, workout, path, segment: String(segmentId) }
}

const answersOf = (path: string, segment: string) => [
  `${path}/chart_data`,
  `${path}/geojson`,
  `${path}/analysis`,
  `${path}/chart_data/segment/${segment}`,
  `${path}/geojson/segment/${segment}`,
]

test('charts and lines are made once, and served from what is kept', async () => {
  const { ctx, get, path, segment } = await recorded()
  const asked = answersOf(path, segment)
  const first = []
  for (const address of asked) first.push((await get(address)).body)
  expect(new Set(first.map((body) => JSON.stringify(body))).size).toBe(5)
  await untilKept(ctx, 5)
  await ctx.db.deleteFrom('segment_points').execute()
  for (const [at, address] of asked.entries()) expect((await get(address)).body).toEqual(first[at])
})

test('they are packed for who takes gzip, plain for others, and not sent to who has them', async () => {
  const { ctx, get, handle, path, segment, user } = await recorded()
  const authorization = `Bearer ${ctx.sessions.issue(user.id, user.session_epoch)}`
  const ask = (address: string, headers: Record<string, string>) =>
    handle(new Request(`http://localhost${address}`, { headers: { authorization, ...headers } }))
  for (const address of answersOf(path, segment))
    for (let round = 0; round < 2; round += 1) {
      const packed = await ask(address, { 'accept-encoding': 'br, gzip' })
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      const text = new TextDecoder().decode(Bun.gunzipSync(await packed.arrayBuffer()))
      const plain = await ask(address, { 'accept-encoding': 'gzip;q=0' })
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(await plain.text()).toBe(text)
      expect(JSON.parse(text)).toEqual((await get(address)).body)
      const etag = packed.headers.get('etag') ?? ''
      expect(plain.headers.get('etag')).toBe(etag)
      expect(plain.headers.get('cache-control')).toBe('private, no-cache')
      const again = await ask(address, { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect((await ask(address, { 'if-none-match': '"other"' })).status).toBe(200)
    }
})

test('they go when the recording is measured again, and when the workout goes', async () => {
  const { ctx, get, send, path, segment } = await recorded()
  const [chart = ''] = answersOf(path, segment)
  const headers = (await get(chart)).headers
  await untilKept(ctx, 1)
  await send('POST', `${path}/refresh`)
  expect(await keptRows(ctx)).toEqual([])
  expect((await get(chart)).headers.get('etag')).toBe(headers.get('etag'))
  await untilKept(ctx, 1)
  await send('DELETE', path)
  expect(await keptRows(ctx)).toEqual([])
  expect((await get(chart)).status).toBe(404)
})

test('what changes how a chart is shown makes another, and nothing else does', async () => {
  const { ctx, get, send, path, segment } = await recorded()
  const [chart = ''] = answersOf(path, segment)
  expect((await get(chart)).body.data.chart_data[0]).toHaveProperty('pace')
  const [{ position } = { position: 0 }] = await untilKept(ctx, 1)
  await send('PATCH', path, { json: { title: 'another', notes: 'note' } })
  await get(chart)
  expect(await keptRows(ctx)).toMatchObject([{ position }])
  const json = { sport_id: 5, pace_speed_display: 'speed' }
  expect((await send('POST', '/api/auth/profile/edit/sports', { json })).status).toBe(200)
  expect((await get(chart)).body.data.chart_data[0]).not.toHaveProperty('pace')
  await untilKept(ctx, 2)
})

test('nobody sees of them what another may see', async () => {
  const { ctx, call, get, send, path, segment } = await recorded()
  const [chart = '', line = ''] = answersOf(path, segment)
  expect((await get(chart)).body.data.chart_data[3]).toHaveProperty('hr')
  expect((await get(line)).status).toBe(200)
  await untilKept(ctx, 2)
  const as = await aUser(ctx)
  expect((await get(chart, { as })).body.data.chart_data[3]).not.toHaveProperty('hr')
  expect((await get(line, { as })).status).toBe(200)
  await send('PATCH', path, { json: { map_visibility: 'private' } })
  expect((await get(line, { as })).status).toBe(404)
  expect((await call('GET', line)).status).toBe(404)
  expect((await get(chart, { as })).status).toBe(200)
  await send('PATCH', path, { json: { analysis_visibility: 'private' } })
  expect((await get(chart, { as })).status).toBe(404)
  expect((await get(chart)).status).toBe(200)
})

test('refusals are not kept', async () => {
  const { ctx, get, path, segment } = await recorded()
  for (const address of answersOf(path, `${segment}x`).slice(3))
    expect((await get(address)).status).toBe(404)
  expect(await keptRows(ctx)).toEqual([])
})

test('the oldest make room, and what is out of date is not kept', async () => {
  const { ctx, path } = await recorded()
  const shortId = path.split('/').at(-1) ?? ''
  const { id: workoutId } = await ctx.db
    .selectFrom('workouts')
    .select('id')
    .where('short_id', '=', shortId)
    .executeTakeFirstOrThrow()
  const segment = await ctx.db
    .selectFrom('segments')
    .select(['id', 'short_id'])
    .where('position', '=', 1)
    .executeTakeFirstOrThrow()
  const keep = (variant: string, bytes: number, of = segment) =>
    writeTo(ctx.db, (tx) =>
      insertKeptAnswer(tx, { segment: of, variant, etag: '', body: Buffer.alloc(bytes) }, 1000),
    )
  const kept = async () => (await keptRows(ctx)).map(({ variant }) => variant)
  await keep('first', 400)
  await keep('second', 400)
  expect(await kept()).toEqual(['first', 'second'])
  await keep('third', 700)
  expect(await kept()).toEqual(['second', 'third'])
  await keep('third', 700)
  expect(await kept()).toEqual(['second', 'third'])
  await keep('stale', 10, { ...segment, short_id: 'another' })
  expect(await kept()).toEqual(['second', 'third'])
  const key = { workoutId, segmentId: undefined, variant: 'third' }
  expect((await findKeptAnswer(ctx.db, key))?.body.length).toBe(700)
})
