import { describe, expect, test } from 'bun:test'
import { findWorkout } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { reactivate, suspend } from '@/use-cases/moderation/suspend'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const OPEN = {
  workout_visibility: 'public',
  analysis_visibility: 'public',
  map_visibility: 'public',
}
const HIDDEN = { ...OPEN, map_visibility: 'private' }

/** A server where a recording can be uploaded that always has the same line. */
async function startScene() {
  const server = await startWorkoutServer()
  const { call, get, send, record } = server
  return {
    ...server,
    recorded: (levels: object = OPEN) => record('ride.gpx', gpxOf(samplePoints(5)), levels),
    image: async (id: string) => (await call('GET', `/api/workouts/map/${id}`)).status,
    edit: async (id: string, json: object) =>
      (await send('PATCH', `/api/workouts/${id}`, { json })).body.data.workouts[0],
    mapOf: async (id: string): Promise<string> =>
      (await get(`/api/workouts/${id}`)).body.data.workouts[0].map,
  }
}

describe('the id of a map', () => {
  test.each([
    ['the map is hidden', { map_visibility: 'private' }],
    ['the map is for followers now', { map_visibility: 'followers_only' }],
    ['the analysis is hidden, which holds the map', { analysis_visibility: 'private' }],
    ['the workout is hidden', { workout_visibility: 'private' }],
    ['the workout is for followers now', { workout_visibility: 'followers_only' }],
  ])('is another one when %s, and the old one leads nowhere', async (_, change) => {
    const { recorded, image, edit, mapOf } = await startScene()
    const { id, map } = await recorded()
    expect(await image(map)).toBe(200)
    const { map: renewed } = await edit(id, change)
    expect(renewed).toMatch(/^[0-9a-f]{32}$/)
    expect(renewed).not.toBe(map)
    expect(await mapOf(id)).toBe(renewed)
    expect(await image(map)).toBe(404)
    expect(await image(renewed)).toBe(200)
  })

  test.each([
    ['nothing about it changes', OPEN, { title: 'another' }],
    ['it is shown to more people', HIDDEN, { map_visibility: 'public' }],
    ['it was hidden before', HIDDEN, { workout_visibility: 'followers_only' }],
  ])('stays when %s', async (_, levels, change) => {
    const { recorded, image, edit } = await startScene()
    const { id, map } = await recorded(levels)
    expect((await edit(id, change)).map).toBe(map)
    expect(await image(map)).toBe(200)
  })

  test('is another one when the workout is suspended, and not when it is back', async () => {
    const { ctx, recorded, image, mapOf } = await startScene()
    const { id, map } = await recorded()
    const workout = await findWorkout(ctx.db, id)
    const target = { on: 'workout', id: workout?.id ?? 0 } as const
    await transact(ctx, (tx) => suspend(tx, target))
    const renewed = await mapOf(id)
    expect([await image(map), await image(renewed)]).toEqual([404, 200])
    await transact(ctx, (tx) => reactivate(tx, target))
    expect(await mapOf(id)).toBe(renewed)
  })

  test('leads nowhere though a private workout has the same line', async () => {
    const { recorded, image, edit, mapOf } = await startScene()
    const twin = await recorded(HIDDEN)
    const { id, map } = await recorded()
    expect(twin.map).toBe(map)
    await edit(id, { map_visibility: 'private' })
    expect(await image(map)).toBe(404)
    expect(await mapOf(twin.id)).not.toBe(await mapOf(id))
    expect(await image(await mapOf(twin.id))).toBe(200)
  })

  test('still shows the map of a workout with the same line that is open to all', async () => {
    const { recorded, image, edit, mapOf } = await startScene()
    const twin = await recorded()
    const { id, map } = await recorded()
    await edit(id, { map_visibility: 'private' })
    expect(await mapOf(twin.id)).toBe(map)
    expect(await image(map)).toBe(200)
  })
})
