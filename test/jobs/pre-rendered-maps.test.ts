import { describe, expect, test } from 'bun:test'
import { type IsQuiet, startIdleWork } from '@/jobs/idle-work'
import { drawingAhead } from '@/jobs/pre-render-maps'
import { loadConfig } from '@/lib/config/config'
import { DEFAULT_TILES } from '@/lib/config/map-settings'
import { listUndrawnMaps } from '@/store/db/queries/workouts/workouts'
import { afterTest } from '../support/after-test'
import { startFakeServer } from '../support/fake-server'
import { newTestFolder } from '../support/folder'
import { plainPng } from '../support/images'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const ALL = 100

/** A server with some rides whose maps were never requested, and its tile server. */
async function ridesWithoutMaps(count: number, template?: string) {
  const red = await plainPng('#ff0000')
  const tiles = startFakeServer(
    () => new Response(red, { headers: { 'content-type': 'image/png' } }),
  )
  const { map } = loadConfig({ TILE_SERVER_URL: template ?? `${tiles.url}/{z}/{x}/{y}.png` }, {})
  const server = await startWorkoutServer({}, { map: { ...map, cacheFolder: newTestFolder() } })
  server.clock.set(new Date().toISOString())
  for (let day = 1; day <= count; day += 1)
    await server.record(
      'ride.gpx',
      gpxOf(samplePoints(60, (i) => ({ lat: 45 + day + i / 10_000 }))),
    )
  const undrawn = async () => (await listUndrawnMaps(server.ctx.db, ALL)).map(({ id }) => id)
  return { ...server, undrawn }
}

/** Idle `times` times, and then never again. `over` resolves when the last of them has been used. */
function quietTimes(times: number) {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let left = times
  const isQuiet: IsQuiet = async (pause) => {
    left -= 1
    if (left >= 0) return true
    resolve()
    await pause(ALL * 1000)
    return false
  }
  return { isQuiet, over }
}

function drawAhead(ctx: Parameters<typeof drawingAhead>[0], times: number) {
  const { isQuiet, over } = quietTimes(times)
  const { stop } = startIdleWork(ctx, drawingAhead(ctx), isQuiet)
  afterTest(stop)
  return { over, stop }
}

describe('while the server is idle', () => {
  test('maps are drawn one at a time, newest first', async () => {
    const { ctx, undrawn } = await ridesWithoutMaps(3)
    const [newest, second, oldest] = await undrawn()
    const { over } = drawAhead(ctx, 2)
    await over
    expect(await undrawn()).toEqual([oldest ?? 0])
    expect(newest).toBeGreaterThan(second ?? 0)
  })

  test('no map is drawn for a ride that has one or has no positions', async () => {
    const { ctx, get, handle, record, enter, undrawn } = await ridesWithoutMaps(0)
    const { id } = await record('ride.gpx', gpxOf(samplePoints(60)))
    await enter()
    expect(await undrawn()).toHaveLength(1)
    const { map } = (await get(`/api/workouts/${id}`)).body.data.workouts[0]
    await handle(new Request(`http://localhost/api/workouts/map/${map}`))
    expect(await undrawn()).toEqual([])
    expect(ctx.maps.isResting()).toBe(false)
  })

  test('only the maps of the newest workouts are drawn', async () => {
    const { ctx, user, undrawn } = await ridesWithoutMaps(1)
    for (let later = 0; later < 10; later += 1) await aWorkout(ctx, user)
    expect(await undrawn()).toHaveLength(1)
    expect(await listUndrawnMaps(ctx.db, 10)).toEqual([])
  })

  test('a map that cannot be drawn does not delay others', async () => {
    const { ctx, undrawn } = await ridesWithoutMaps(2)
    const [newest, second] = await undrawn()
    await ctx.db
      .updateTable('segment_points')
      .set({ points: Buffer.from('damaged') })
      .where('segment_id', 'in', (eb) =>
        eb
          .selectFrom('segments')
          .select('id')
          .where('workout_id', '=', newest ?? 0),
      )
      .execute()
    const { over } = drawAhead(ctx, 2)
    await over
    expect(await undrawn()).toEqual([newest ?? 0])
    expect(second).toBeDefined()
  })

  test('no map is drawn while a background task runs', async () => {
    const { ctx, user, undrawn } = await ridesWithoutMaps(1)
    await ctx.db
      .insertInto('user_tasks')
      .values({
        ...{ short_id: 'task', user_id: user.id, type: 'user_data_export' },
        ...{ created_at: 0, claimed_by: 'somebody' },
      })
      .execute()
    expect(await undrawn()).toEqual([])
  })

  test('no tiles of OpenStreetMap are fetched for maps that were never requested', async () => {
    const { ctx, undrawn } = await ridesWithoutMaps(1, DEFAULT_TILES)
    expect(drawingAhead(ctx)).toEqual([])
    expect(await undrawn()).toHaveLength(1)
  })
})

test('pre-rendering ends at once when the server stops', async () => {
  const { ctx } = await ridesWithoutMaps(0)
  const begun = Promise.withResolvers<void>()
  const quiet = { isOver: false }
  const { stop } = startIdleWork(ctx, drawingAhead(ctx), async (pause) => {
    begun.resolve()
    // Far longer than a test may take.
    await pause(3_600_000)
    quiet.isOver = true
    return true
  })
  await begun.promise
  await stop()
  expect(quiet.isOver).toBe(true)
})
