import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aUser } from '../support/factories'
import { gpxWithTracks, pointsFrom, triathlon } from '../support/tracks/legs'
import { zipBytes } from '../support/tracks/zip'
import { aFollow, startWorkoutServer } from '../support/workouts'

/** A server, and functions to upload a file and to list the workouts. */
async function open(preferences = {}) {
  const server = await startWorkoutServer(preferences)
  const as = server.user
  const upload = (name: string, content: string | Uint8Array, data: object = {}) => {
    const body = new FormData()
    const bytes = typeof content === 'string' ? content : new Uint8Array(content)
    body.set('file', new File([bytes], name))
    body.set('data', JSON.stringify(data))
    return server.call('POST', '/api/workouts', { as, body })
  }
  const get = async (id: string) =>
    (await server.call('GET', `/api/workouts/${id}`, { as })).body.data.workouts[0]
  const list = async () => (await server.call('GET', '/api/workouts', { as })).body.data.workouts
  return { ...server, as, upload, get, list }
}

interface Listed {
  id: string
  multisport?: { event_id: string }
}

const DEVICE = { measurements: 'device' }
const SPORT = { default_sport_id: 1 }

/** Uploads the triathlon and returns its legs. */
async function openTriathlon() {
  const server = await open(DEVICE)
  const { status, body } = await server.upload('race.fit', triathlon(), SPORT)
  expect(status).toBe(201)
  const ids: string[] = body.data.workouts.map(({ id }: { id: string }) => id)
  return { ...server, workouts: body.data.workouts, ids }
}

describe('a recording with several legs', () => {
  test('becomes one workout for each leg, linked as an event', async () => {
    const { workouts, ids, get } = await openTriathlon()
    expect(workouts).toHaveLength(5)
    const race = (await get(ids[2] ?? '')).multisport
    expect(race).toMatchObject({ leg: 3, is_transition: false })
    expect(race.legs.map(({ id }: { id: string }) => id)).toEqual(ids)
    const transitions = race.legs.map(
      ({ is_transition }: { is_transition: boolean }) => is_transition,
    )
    expect(transitions).toEqual([false, true, false, true, false])
    expect(new Set(workouts.map((each: Listed) => each.multisport?.event_id)).size).toBe(1)
    expect(workouts.map(({ moving }: { moving: string }) => moving)[2]).toBe('0:10:00')
  })

  test('has the distance and laps of each leg', async () => {
    const { workouts, ids, call, as } = await openTriathlon()
    const metres = workouts.map(
      ({ distance }: { distance: number }) => Math.round(distance * 10) / 10,
    )
    expect(metres).toEqual([0.3, 0.1, 4.8, 0.1, 1.2])
    const { body } = await call('GET', `/api/workouts/${ids[2]}/analysis`, { as })
    expect(body.data.analysis.laps.map(({ distance }: { distance: number }) => distance)).toEqual([
      4.8,
    ])
  })

  test('is imported once, even if a leg was deleted in between', async () => {
    const { upload, list, ids, call, as, get } = await openTriathlon()
    const again = await upload('race.fit', triathlon(), { ...SPORT, duplicates: 'skip' })
    expect(again.status).toBe(200)
    expect(again.body.data.workouts.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(await list()).toHaveLength(5)
    await call('DELETE', `/api/workouts/${ids[1]}`, { as })
    expect((await get(ids[0] ?? '')).multisport.legs).toHaveLength(4)
    const restored = await upload('race.fit', triathlon(), { ...SPORT, duplicates: 'skip' })
    expect(restored.status).toBe(201)
    expect(await list()).toHaveLength(5)
    expect((await get(ids[0] ?? '')).multisport.legs).toHaveLength(5)
  })

  test('keeps its file for the other legs when one is deleted', async () => {
    const { ids, call, as } = await openTriathlon()
    await call('DELETE', `/api/workouts/${ids[0]}`, { as })
    const file = await call('GET', `/api/workouts/${ids[2]}/original/download`, { as })
    expect(file.status).toBe(200)
  })

  test('can be deleted as a whole', async () => {
    const { ids, call, as, list } = await openTriathlon()
    const { status } = await call('DELETE', `/api/workouts/${ids[3]}?event=true`, { as })
    expect(status).toBe(204)
    expect(await list()).toEqual([])
  })

  test('is measured again leg by leg', async () => {
    const { ids, workouts, call, as } = await openTriathlon()
    const { body, status } = await call('POST', `/api/workouts/${ids[4]}/refresh`, { as })
    expect(status).toBe(200)
    const { distance, multisport, title } = body.data.workouts[0]
    expect({ distance, title }).toEqual({
      distance: workouts[4].distance,
      title: workouts[4].title,
    })
    expect(multisport.legs).toHaveLength(5)
  })

  test('is one workout as FitTrackee measures', async () => {
    const { upload } = await open({ measurements: 'fittrackee' })
    const { body } = await upload('race.fit', triathlon(), SPORT)
    expect(body.data.workouts).toHaveLength(1)
    expect(body.data.workouts[0].multisport).toBeUndefined()
    const tracks = await upload('a.gpx', gpxWithTracks(pointsFrom(0), pointsFrom(60)), SPORT)
    expect(tracks.body.data.workouts).toHaveLength(1)
    expect(tracks.body.data.workouts[0].import_warnings).toEqual([
      { count: 1, kind: 'tracks_left_out' },
    ])
  })

  test('gives its title to all legs, other texts to the first one, and equipment to those it suits', async () => {
    const { upload, call, as, get } = await open(DEVICE)
    const create = async (label: string, type: number, sports: number[] = []) => {
      const json = { label, equipment_type_id: type, default_for_sport_ids: sports }
      return (await call('POST', '/api/equipments', { as, json })).body.data.equipments[0].id
    }
    const [bike, shoes] = [await create('Bike', 2), await create('Shoes', 1)]
    await create('Every-day shoes', 1, [5])
    const texts = { title: 'Race', description: 'With Bob', notes: 'Windy' }
    const legsOf = async (data: object) => {
      const { status, body } = await upload('race.fit', triathlon(), data)
      expect(status).toBe(201)
      const ids: string[] = body.data.workouts.map(({ id }: { id: string }) => id)
      return Promise.all(ids.map(get))
    }
    const labels = (leg: { equipments: { label: string }[] }) =>
      leg.equipments.map(({ label }) => label)
    const legs = await legsOf({ ...texts, equipment_ids: [bike, shoes] })
    expect(legs.map(({ title }) => title)).toEqual(Array(5).fill('Race'))
    expect(legs.map(({ description }) => description)).toEqual(['With Bob', ...Array(4).fill(null)])
    expect(legs.map(({ notes }) => notes)).toEqual(['Windy', ...Array(4).fill(null)])
    expect([labels(legs[2]), labels(legs[4])]).toEqual([['Bike', 'Shoes'], ['Shoes']])
    const others = await legsOf(SPORT)
    expect([labels(others[2]), labels(others[4])]).toEqual([[], ['Every-day shoes']])
  })

  test('shows others only the legs that they may see', async () => {
    const { ctx, ids, call, as, user, get } = await openTriathlon()
    const [follower, stranger] = [await aUser(ctx), await aUser(ctx)]
    await aFollow(ctx, follower, user)
    const visibilities = ['public', 'private', 'followers_only', 'public', 'public']
    for (const [index, workout_visibility] of visibilities.entries())
      await call('PATCH', `/api/workouts/${ids[index]}`, { as, json: { workout_visibility } })
    await ctx.db
      .updateTable('workouts')
      .set({ suspended_at: ctx.clock.now() })
      .where('short_id', '=', ids[4] ?? '')
      .execute()
    const legsFor = async (viewer: UserRow | undefined, id = ids[0]) => {
      const { body } = await call('GET', `/api/workouts/${id}`, viewer && { as: viewer })
      return body.data.workouts[0]?.multisport.legs.map((leg: { leg: number }) => leg.leg)
    }
    expect(await legsFor(follower)).toEqual([1, 3, 4])
    expect(await legsFor(stranger)).toEqual([1, 4])
    expect(await legsFor(undefined)).toEqual([1, 4])
    expect((await get(ids[0] ?? '')).multisport.legs).toHaveLength(5)
    expect((await call('GET', `/api/workouts/${ids[2]}`, { as: stranger })).status).toBe(404)
    const deletion = `/api/workouts/${ids[0]}?event=true`
    expect((await call('DELETE', deletion, { as: follower })).status).toBe(403)
    await call('DELETE', `/api/workouts/${ids[3]}`, { as })
    expect(await legsFor(stranger)).toEqual([1])
  })

  test('can be in an archive, whose import can be undone', async () => {
    const { upload, list, call, as } = await open(DEVICE)
    const text = gpxWithTracks([], pointsFrom(0), pointsFrom(60), pointsFrom(120))
    const archive = zipBytes([
      { name: 'a.gpx', content: text },
      { name: 'b.gpx', content: gpxWithTracks(pointsFrom(1000)) },
    ])
    const { status, body } = await upload('a.zip', archive, { sport_id: 5 })
    expect(status).toBe(201)
    expect(body.data.workouts).toHaveLength(4)
    expect(body.import.files).toHaveLength(4)
    const legs = (await list()).filter((each: { multisport?: object }) => each.multisport)
    expect(legs).toHaveLength(3)
    const undone = await call('POST', `/api/workouts/upload-tasks/${body.import.id}/undo`, { as })
    expect(undone.status).toBe(200)
    expect(await list()).toEqual([])
  })
})
