import { describe, expect, test } from 'bun:test'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

type Server = Awaited<ReturnType<typeof startWorkoutServer>>
type Position = readonly [latitude: number, longitude: number]

const KIRCHZARTEN: Position = [47.966, 7.955]
const EMMENDINGEN: Position = [48.121, 7.85]
const BASEL: Position = [47.558, 7.588]
const OCEAN: Position = [45, -30]

/** A recording along straight lines between places, one point every 30 seconds. */
const through = (start: string, ...places: Position[]) =>
  gpxOf(
    samplePoints((places.length - 1) * 50 + 1, (index) => {
      const [part, share] = [Math.floor(index / 50), (index % 50) / 50]
      const [fromLat, fromLon] = places[part] ?? KIRCHZARTEN
      const [toLat, toLon] = places[part + 1] ?? [fromLat, fromLon]
      return {
        lat: (fromLat + (toLat - fromLat) * share).toFixed(6),
        lon: (fromLon + (toLon - fromLon) * share).toFixed(6),
        time: new Date(Date.parse(start) + index * 30_000).toISOString(),
      }
    }),
  )

const MORNING = '2024-05-01T07:00:00Z'

const titleOf = async (server: Server, { id }: { id: string }, query = '') => {
  const { body, status } = await server.get(`/api/workouts/${id}/suggested-title${query}`)
  expect(status).toBe(200)
  return body.data.title
}

describe('the preference for titles with places', () => {
  const prefer = (server: Server, changes: object = { place_titles: true }) =>
    server.send('POST', '/api/auth/profile/edit/preferences', { json: changes })

  test('is off by default, so that titles are those of the contract', async () => {
    const server = await startWorkoutServer()
    const { title } = await server.record('a.gpx', through(MORNING, KIRCHZARTEN, EMMENDINGEN))
    expect(title).toBe('Cycling (Sport) - 2024-05-01 09:00:00')
  })

  test('titles recordings in the language of the user, unless they have a title', async () => {
    const server = await startWorkoutServer()
    await prefer(server, { place_titles: true, language: 'de', timezone: 'Europe/Berlin' })
    const line = through(MORNING, KIRCHZARTEN, EMMENDINGEN)
    expect((await server.record('a.gpx', line)).title).toBe(
      'Morgenausfahrt von Kirchzarten nach Emmendingen',
    )
    expect((await server.record('b.gpx', line, { title: 'Mine' })).title).toBe('Mine')
    const sail = through(MORNING, OCEAN, [45.1, -30])
    expect((await server.record('c.gpx', sail)).title).toBe('Cycling (Sport) - 2024-05-01 09:00:00')
  })

  test('does not name hidden places or times', async () => {
    const server = await startWorkoutServer()
    await prefer(server)
    const [latitude, longitude] = KIRCHZARTEN
    const zone = { name: 'Home', positions: [{ latitude, longitude }], radius: 5000 }
    await server.send('POST', '/api/privacy/zones', { json: zone })
    const line = through(MORNING, KIRCHZARTEN, EMMENDINGEN)
    const { title } = await server.record('a.gpx', line)
    expect(title).toStartWith('Morning ride ')
    expect(title).not.toContain('Kirchzarten')
    await server.send('PATCH', '/api/privacy', { json: { hides_times: true } })
    const later = await server.record('b.gpx', line, { sport_id: 5 })
    expect(later.title).toStartWith('Run ')
  })
})

describe('GET /api/workouts/:id/suggested-title', () => {
  test('is only for the owner', async () => {
    const server = await startWorkoutServer()
    const path = async (fields: Record<string, unknown>) =>
      `/api/workouts/${(await server.record('ride.gpx', through(MORNING, KIRCHZARTEN, EMMENDINGEN), fields)).id}/suggested-title`
    const [shown, hidden] = [await path({ workout_visibility: 'public' }), await path({})]
    expect((await server.call('GET', shown)).status).toBe(401)
    const other = await aUser(server.ctx)
    const token = await server.ctx.sessions.issue(other.id, other.session_epoch)
    const statusOf = async (url: string) =>
      (
        await server.handle(
          new Request(`http://localhost${url}`, { headers: { authorization: `Bearer ${token}` } }),
        )
      ).status
    expect([await statusOf(shown), await statusOf(hidden)]).toEqual([403, 404])
    expect((await server.get('/api/workouts/nothing/suggested-title')).status).toBe(404)
  })

  test('names where the workout went', async () => {
    const server = await startWorkoutServer()
    const back = through(MORNING, KIRCHZARTEN, EMMENDINGEN, KIRCHZARTEN)
    const ride = await server.record('back.gpx', back)
    expect(await titleOf(server, ride)).toBe('Morning ride to Emmendingen')
    expect(await titleOf(server, ride, '?language=de')).toBe('Morgenausfahrt nach Emmendingen')
    const away = through('2024-05-02T17:00:00Z', EMMENDINGEN, BASEL)
    const run = await server.record('away.gpx', away, { sport_id: 5 })
    expect(await titleOf(server, run)).toBe('Evening run from Emmendingen to Basel')
  })

  test('is null without GPS and far from all towns', async () => {
    const server = await startWorkoutServer()
    const sail = await server.record('sail.gpx', through(MORNING, OCEAN, [45.1, -30]))
    expect(await titleOf(server, sail)).toBe(null)
    expect(await titleOf(server, await server.enter())).toBe(null)
  })

  test('does not name hidden places or times', async () => {
    const server = await startWorkoutServer()
    const [latitude, longitude] = KIRCHZARTEN
    const ride = await server.record('ride.gpx', through(MORNING, KIRCHZARTEN, EMMENDINGEN))
    expect(await titleOf(server, ride)).toBe('Morning ride from Kirchzarten to Emmendingen')
    const zone = { name: 'Home', positions: [{ latitude, longitude }], radius: 5000 }
    expect((await server.send('POST', '/api/privacy/zones', { json: zone })).status).toBe(201)
    const hidden = await titleOf(server, ride)
    expect(hidden).toStartWith('Morning ride ')
    expect(hidden).not.toContain('Kirchzarten')
    await server.send('PATCH', '/api/privacy', { json: { hides_times: true } })
    expect(await titleOf(server, ride)).toStartWith('Ride ')
  })
})
