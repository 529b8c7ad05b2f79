import { expect, test } from 'bun:test'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const partAt = (hour: number) =>
  samplePoints(120, (i) => ({
    ...{ lat: (44.68 + i * 0.0003).toFixed(6), lon: (6.07367 + i * 0.00005).toFixed(6) },
    ...{ ele: 998 - (i % 5), hr: 120 + (i % 9) },
    time: new Date(Date.UTC(2024, 5, 1, hour, 0, i * 10)).toISOString(),
  }))

async function recorded() {
  const server = await startWorkoutServer()
  const open = { workout_visibility: 'public', analysis_visibility: 'public' }
  const workout = await server.record('two.gpx', gpxOf(partAt(10), partAt(11)), {
    ...{ sport_id: 5, ...open, map_visibility: 'public' },
  })
  const path = `/api/workouts/${workout.id}`
  const segment = String(workout.segments[0].segment_id)
  const paths = [
    ...[`${path}/chart_data`, `${path}/geojson`, `${path}/analysis`],
    ...[`${path}/chart_data/segment/${segment}`, `${path}/geojson/segment/${segment}`],
  ]
  return { ...server, path, paths }
}

test('charts and lines are compressed for clients that accept gzip, and not sent to those that have them', async () => {
  const { ctx, get, handle, paths, user } = await recorded()
  const authorization = `Bearer ${await ctx.sessions.issue(user.id, user.session_epoch)}`
  const ask = (path: string, headers: Record<string, string>) =>
    handle(new Request(`http://localhost${path}`, { headers: { authorization, ...headers } }))
  for (const path of paths) {
    const packed = await ask(path, { 'accept-encoding': 'br, gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    const text = new TextDecoder().decode(Bun.gunzipSync(await packed.arrayBuffer()))
    const plain = await ask(path, { 'accept-encoding': 'gzip;q=0' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(text)
    expect(JSON.parse(text)).toEqual((await get(path)).body)
    const etag = packed.headers.get('etag') ?? ''
    expect(plain.headers.get('etag')).toBe(etag.replace('-gzip', ''))
    expect(plain.headers.get('cache-control')).toBe('private, no-cache')
    const again = await ask(path, { 'accept-encoding': 'gzip', 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200)
  }
})

test('a chart stays the same when its recording is measured again, and is gone with the workout', async () => {
  const { get, send, path, paths } = await recorded()
  const [chart = ''] = paths
  const etag = (await get(chart)).headers.get('etag')
  await send('POST', `${path}/refresh`)
  expect((await get(chart)).headers.get('etag')).toBe(etag)
  await send('DELETE', path)
  expect((await get(chart)).status).toBe(404)
})

test('a chart shows pace or speed as the user prefers', async () => {
  const { get, send, paths } = await recorded()
  const [chart = ''] = paths
  expect((await get(chart)).body.data.chart_data[0]).toHaveProperty('pace')
  const json = { sport_id: 5, pace_speed_display: 'speed' }
  expect((await send('POST', '/api/auth/profile/edit/sports', { json })).status).toBe(200)
  expect((await get(chart)).body.data.chart_data[0]).not.toHaveProperty('pace')
})

test('other users get only what they may see', async () => {
  const { ctx, call, get, send, path, paths } = await recorded()
  const [chart = '', line = ''] = paths
  expect((await get(chart)).body.data.chart_data[3]).toHaveProperty('hr')
  expect((await get(line)).status).toBe(200)
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
