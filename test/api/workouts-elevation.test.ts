import { describe, expect, test } from 'bun:test'
import { rideGpx } from '../support/ride'
import { standIn } from '../support/stand-in'
import { startWorkoutServer } from '../support/workouts'

const W = '/api/workouts'
const RIDE = rideGpx({ kilometres: 2 })
const FLAT = RIDE.replaceAll(/<ele>[^<]*<\/ele>/g, '')
const ROWING = 11

/** A server with both elevation services, a user who prefers Valhalla, and what the services say. */
async function serverWithServices() {
  const says = { valhalla: 300, openElevation: 500, fails: false }
  const answer = (body: object) =>
    says.fails ? new Response('', { status: 500 }) : Response.json(body)
  const valhalla = standIn(({ body }) =>
    answer({ height: JSON.parse(body).shape.map(() => says.valhalla) }),
  )
  const openElevation = standIn(({ body }) =>
    answer({
      results: JSON.parse(body).locations.map(() => ({ elevation: says.openElevation })),
    }),
  )
  const server = await startWorkoutServer(
    { missing_elevations_processing: 'valhalla' },
    { elevation: { valhalla: valhalla.url, openElevation: openElevation.url } },
  )
  const edit = async (id: string, json: object) => {
    const { status, body } = await server.send('PATCH', `${W}/${id}`, { json })
    return status === 200 ? body.data.workouts[0] : { httpStatus: status, ...body }
  }
  const refresh = async (id: string) => {
    const { status, body } = await server.send('POST', `${W}/${id}/refresh`)
    return status === 200 ? body.data.workouts[0] : { httpStatus: status, ...body }
  }
  const forget = () => {
    valhalla.asked.length = 0
    openElevation.asked.length = 0
  }
  const asked = () => [valhalla.asked.length, openElevation.asked.length]
  return { ...server, says, edit, refresh, forget, asked }
}

const fromValhalla = { elevation_data_source: 'provider_b', min_alt: 300, max_alt: 300 }

describe('POST /api/workouts/{id}/refresh', () => {
  test('keeps the elevations a service gave, without asking again', async () => {
    const { record, refresh, forget, asked, says } = await serverWithServices()
    const { id, map } = await record('ride.gpx', FLAT)
    forget()
    says.valhalla = 1000
    expect(await refresh(id)).toMatchObject({ ...fromValhalla, map })
    expect(asked()).toEqual([0, 0])
  })

  test('keeps the elevations of the file', async () => {
    const { record, refresh, asked } = await serverWithServices()
    const { id, max_alt } = await record('ride.gpx', RIDE)
    expect(await refresh(id)).toMatchObject({ elevation_data_source: 'file', max_alt })
    expect(asked()).toEqual([0, 0])
  })
})

describe('PATCH /api/workouts/{id}', () => {
  test('keeps the elevations a service gave when the sport changes', async () => {
    const { record, edit, forget, asked } = await serverWithServices()
    const { id } = await record('ride.gpx', FLAT)
    forget()
    expect(await edit(id, { sport_id: 5 })).toMatchObject(fromValhalla)
    expect(asked()).toEqual([0, 0])
  })

  test('asks the chosen service for all elevations, even if none is missing', async () => {
    const { record, edit, asked } = await serverWithServices()
    const { id } = await record('ride.gpx', RIDE)
    expect(await edit(id, { elevation_data_source: 'provider_a' })).toMatchObject({
      elevation_data_source: 'provider_a',
      min_alt: 500,
      max_alt: 500,
    })
    expect(asked()).toEqual([0, 1])
    expect(await edit(id, { elevation_data_source: 'valhalla' })).toMatchObject(fromValhalla)
  })

  test('asks again when the chosen service is the current one', async () => {
    const { record, edit, says } = await serverWithServices()
    const { id } = await record('ride.gpx', FLAT)
    says.valhalla = 310
    expect(await edit(id, { elevation_data_source: 'provider_b' })).toMatchObject({
      elevation_data_source: 'provider_b',
      max_alt: 310,
    })
  })

  test('goes back to the elevations of the file', async () => {
    const { record, edit } = await serverWithServices()
    const { id, max_alt } = await record('ride.gpx', RIDE)
    await edit(id, { elevation_data_source: 'provider_b' })
    expect(await edit(id, { elevation_data_source: 'file' })).toMatchObject({
      elevation_data_source: 'file',
      max_alt,
    })
  })

  test('has no elevations for a sport without', async () => {
    const { record, edit, asked } = await serverWithServices()
    const { id } = await record('ride.gpx', RIDE, { sport_id: ROWING })
    expect(await edit(id, { elevation_data_source: 'provider_b' })).toMatchObject({
      elevation_data_source: 'file',
      max_alt: null,
    })
    expect(asked()).toEqual([0, 0])
  })

  test('changes nothing when the service fails', async () => {
    const { record, edit, says, get } = await serverWithServices()
    const { id, max_alt } = await record('ride.gpx', RIDE)
    says.fails = true
    expect(await edit(id, { elevation_data_source: 'provider_b' })).toEqual({
      httpStatus: 500,
      status: 'error',
      message: 'error when processing workout',
    })
    const { body } = await get(`${W}/${id}`)
    expect(body.data.workouts[0]).toMatchObject({ elevation_data_source: 'file', max_alt })
  })
})
