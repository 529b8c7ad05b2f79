import { describe, expect, test } from 'bun:test'
import { transact } from '@/store/db/connections/transact'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
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

/** A server and a recording that always has the same line. */
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
    ['the map becomes visible to followers', { map_visibility: 'followers_only' }],
    ['the analysis, which contains the map, is hidden', { analysis_visibility: 'private' }],
    ['the workout is hidden', { workout_visibility: 'private' }],
    ['the workout becomes visible to followers', { workout_visibility: 'followers_only' }],
  ])('changes when %s, and the old one becomes invalid', async (_, change) => {
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
    ['its visibility does not change', OPEN, { title: 'another' }],
    ['it becomes more visible', HIDDEN, { map_visibility: 'public' }],
    ['it was hidden before', HIDDEN, { workout_visibility: 'followers_only' }],
  ])('stays the same when %s', async (_, levels, change) => {
    const { recorded, image, edit } = await startScene()
    const { id, map } = await recorded(levels)
    expect((await edit(id, change)).map).toBe(map)
    expect(await image(map)).toBe(200)
  })

  test('changes when the workout is suspended, but not when the suspension ends', async () => {
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

  test('becomes invalid although a private workout has the same line', async () => {
    const { recorded, image, edit, mapOf } = await startScene()
    const twin = await recorded(HIDDEN)
    const { id, map } = await recorded()
    expect(twin.map).toBe(map)
    await edit(id, { map_visibility: 'private' })
    expect(await image(map)).toBe(404)
    expect(await mapOf(twin.id)).not.toBe(await mapOf(id))
    expect(await image(await mapOf(twin.id))).toBe(200)
  })

  test('still works for a public workout with the same line', async () => {
    const { recorded, image, edit, mapOf } = await startScene()
    const twin = await recorded()
    const { id, map } = await recorded()
    await edit(id, { map_visibility: 'private' })
    expect(await mapOf(twin.id)).toBe(map)
    expect(await image(map)).toBe(200)
  })
})
