import { describe, expect, test } from 'bun:test'
import { decodeLine, MAP_LEVELS, toMercator } from '@/domain/tracks/geometry/map-line'
import { decodePositions } from '@/domain/tracks/streams/points-blob'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { loadPublicRules } from '@/use-cases/views/hiding-rules'
import { loadPublicVersions } from '@/use-cases/views/public-version'
import { assignAllCourses } from '../support/assign-courses'
import { aModerator, aUser } from '../support/factories'
import { aReport } from '../support/moderation'
import { aPhoto } from '../support/photo-files'
import { LONG_TIME_LIMIT } from '../support/properties'
import { matchAllSegments } from '../support/ranked-segments'
import { listReadablePaths, textOf, urlsOf } from '../support/read-operations'
import {
  gpxOfPlaces,
  HOME,
  metresFromHome,
  PUBLIC,
  placeFromHome,
  positionsAroundHome,
  randomNumbers,
  rideAroundHome,
} from '../support/rides-around-home'
import { aFollow, startWorkoutServer } from '../support/workouts'

const RADIUS = 200
const RIDES = 16

/** Finds positions in the zone in a text. */
const positionsInZone = (text: string): string[] => positionsAroundHome(text, RADIUS)

const gpx = (places: readonly (readonly [number, number])[], day: number) =>
  gpxOfPlaces(places, new Date(Date.UTC(2026, 2, 1 + day, 8)))

/** Starts a server with Ann's public rides around her home, and users who can see them. */
async function startRides(count = RIDES) {
  const server = await startWorkoutServer({ username: 'ann', timezone: 'Europe/Berlin' })
  const { ctx, user: ann, send, record } = server
  const random = randomNumbers(11)
  const workouts: { id: string; segmentId: string; rankedSegmentId: string }[] = []
  for (let day = 0; day < count; day++) {
    const { id, segments } = await record('ride.gpx', gpx(rideAroundHome(random), day), PUBLIC)
    const drawn = await send('POST', '/api/segments', {
      json: {
        ...{ name: `Segment ${day}`, visibility: 'public' },
        // Half of them are far away from home, so that others may see them.
        workout: day % 2 === 0 ? { id, from: 0, to: 1400 } : { id, from: 600, to: 1400 },
      },
    })
    workouts.push({
      ...{ id, segmentId: segments[0].segment_id },
      rankedSegmentId: drawn.body.data.segment.id,
    })
  }
  await assignAllCourses(ctx)
  await matchAllSegments(ctx)
  const createZone = (changes: object = {}) =>
    send('POST', '/api/privacy/zones', {
      json: { name: 'Home', positions: [HOME], radius: RADIUS, ...changes },
    })
  const [follower, stranger, moderator] = [
    await aUser(ctx, { username: 'follower' }),
    await aUser(ctx, { username: 'stranger' }),
    await aModerator(ctx, { username: 'moderator' }),
  ]
  await aFollow(ctx, follower, ann)
  const viewers: Record<string, UserRow | undefined> = {
    ...{ follower, stranger, moderator },
    anonymous: undefined,
  }
  const read = async (id: string, as?: UserRow) =>
    (await server.call('GET', `/api/workouts/${id}`, as ? { as } : {})).body.data.workouts[0]
  return { ...server, ann, stranger, moderator, workouts, viewers, createZone, read }
}

type World = Awaited<ReturnType<typeof startRides>>

/** Calls every operation that reads, for every ride, and returns the URLs whose responses show positions in the zone. */
async function findLeaks(
  { handle, call, workouts }: World,
  headers: { as?: UserRow; authorization?: string },
) {
  const leaks: string[] = []
  const urls = new Set<string>()
  for (const path of await listReadablePaths({ handle }))
    for (const [at, workout] of workouts.entries())
      for (const url of urlsOf(path, workout, workouts.at(at - 1) ?? workout)) urls.add(url)
  let seen = 0
  for (const url of urls) {
    const answer = await call('GET', url, headers)
    if (answer.status < 300) seen += 1
    const [first] = positionsInZone(textOf(answer))
    if (first !== undefined) leaks.push(`${url}: ${first}`)
  }
  return { leaks, seen }
}

/** The segments that a viewer finds around the home of Ann, and those that the viewer may open. */
async function compareFoundSegments({ call, workouts }: World, as: UserRow) {
  const around = `coordinates=${HOME.latitude},${HOME.longitude}&per_page=100`
  const { body } = await call('GET', `/api/segments?owner=anyone&${around}`, { as })
  const found: string[] = body.data.segments.map(({ id }: { id: string }) => id)
  const opened: string[] = []
  for (const { rankedSegmentId: id } of workouts)
    if ((await call('GET', `/api/segments/${id}`, { as })).status === 200) opened.push(id)
  return { found: found.toSorted(), opened: opened.toSorted() }
}

/** Counts the segments whose line a viewer sees with at least one time on it. */
async function countShownSegments({ call, workouts }: World, as: UserRow): Promise<number> {
  let shown = 0
  for (const { rankedSegmentId: id } of workouts) {
    const { status, body } = await call('GET', `/api/segments/${id}/leaderboard`, { as })
    if (status === 200 && body.data.efforts.length > 0) shown += 1
  }
  return shown
}

describe('a privacy zone', () => {
  test(
    'keeps every position in it from everyone else, in every response',
    async () => {
      const world = await startRides()
      const { createZone, ann, viewers, call, ctx, moderator, workouts, stranger } = world
      const before = await findLeaks(world, { as: stranger })
      expect(before.leaks.length).toBeGreaterThan(workouts.length)
      await createZone()
      const reported = await findWorkout(ctx.db, workouts[0]?.id ?? '')
      if (reported) await aReport(ctx, { by: stranger, about: ann, workout: reported })
      await matchAllSegments(ctx)
      const shownSegments = await countShownSegments(world, stranger)
      expect(shownSegments).toBeGreaterThan(0)
      expect(shownSegments).toBeLessThan(workouts.length)
      const { found, opened } = await compareFoundSegments(world, stranger)
      expect(found).toEqual(opened)
      expect(found.length).toBeLessThan(workouts.length)
      for (const as of Object.values(viewers)) {
        const { leaks, seen } = await findLeaks(world, as ? { as } : {})
        expect(leaks).toEqual([])
        expect(seen).toBeGreaterThan(workouts.length)
      }
      const { body } = await call('POST', '/api/tokens', {
        as: stranger,
        json: { name: 'app', scope: 'workouts:read' },
      })
      const app = await findLeaks(world, { authorization: `Bearer ${body.data.token.token}` })
      expect(app.leaks).toEqual([])
      const report = await call('GET', '/api/reports/1', { as: moderator })
      expect(report.status).toBe(200)
      expect(positionsInZone(textOf(report))).toEqual([])
      expect((await findLeaks(world, { as: ann })).leaks.length).toBeGreaterThan(workouts.length)
    },
    LONG_TIME_LIMIT,
  )

  test('is not on map images, thumbnails and pictures for sharing', async () => {
    const { ctx, ann, call, createZone, workouts, read, stranger } = await startRides(8)
    const images: string[] = []
    for (const { id } of workouts) images.push((await read(id, ann)).map)
    await createZone()
    const drawn: number[] = []
    const { draw } = ctx.maps
    ctx.maps.draw = async (blobs) => {
      for (const { lat, lon } of blobs.map(decodePositions))
        for (const [i, latitude] of lat.entries()) drawn.push(metresFromHome(latitude, lon[i] ?? 0))
      return draw(blobs)
    }
    for (const [i, { id }] of workouts.entries()) {
      expect((await call('GET', `/api/workouts/map/${images[i]}`)).status).toBe(404)
      const { map } = await read(id, stranger)
      const image = await call('GET', `/api/workouts/map/${map}`)
      expect(image.status).toBe(200)
    }
    expect(drawn.length).toBeGreaterThan(500)
    expect(Math.min(...drawn)).toBeGreaterThan(RADIUS)
    const rules = await loadPublicRules(ctx, [ann.id])
    const rows = await ctx.db.selectFrom('workouts').selectAll().execute()
    const versions = await loadPublicVersions(ctx, rows, rules)
    const level = MAP_LEVELS[2]
    const [homeX, homeY] = toMercator(HOME.longitude, HOME.latitude).map((n) => n * 2 ** level.bits)
    const unit = (40_075_017 * Math.cos((HOME.latitude * Math.PI) / 180)) / 2 ** level.bits
    for (const { line } of versions.values()) {
      const parts = decodeLine(line?.fine ?? new Uint8Array())
      const distances = parts.flatMap(({ x, y }) =>
        [...x].map((at, i) => unit * Math.hypot(at - (homeX ?? 0), (y[i] ?? 0) - (homeY ?? 0))),
      )
      expect(Math.min(...distances)).toBeGreaterThan(RADIUS)
    }
  })

  test('does not let totals show how long the hidden way is', async () => {
    const { createZone, workouts, read, call, stranger, ann } = await startRides(8)
    await createZone()
    for (const { id, segmentId } of workouts) {
      const own = await read(id, ann)
      const seen = await read(id, stranger)
      const chart = await call('GET', `/api/workouts/${id}/chart_data`, { as: stranger })
      const last = chart.body.data.chart_data.at(-1)
      expect(seen.distance).toBeLessThan(own.distance)
      expect(Math.abs(seen.distance - last.distance)).toBeLessThan(0.03)
      expect(seen.segments[0].distance).toBe(seen.distance)
      expect(seen.moving <= seen.duration).toBe(true)
      expect(chart.body.data.chart_data[0]).toMatchObject({ distance: 0, duration: 0 })
      const segment = await call('GET', `/api/workouts/${id}/chart_data/segment/${segmentId}`, {
        as: stranger,
      })
      expect(segment.body.data.chart_data).toEqual(chart.body.data.chart_data)
      const { body } = await call('GET', `/api/workouts/${id}/analysis`, { as: stranger })
      const [split] = body.data.analysis.splits.km
      expect(split.start).toBe(0)
      for (const record of seen.records)
        if (record.record_type === 'FD') expect(record.value).toBe(seen.distance)
    }
    const { body } = await call('GET', '/api/users/ann', { as: stranger })
    expect(body.data[0].total_distance % 10).toBe(0)
    const farthest = body.data[0].records.find(
      ({ record_type }: { record_type: string }) => record_type === 'FD',
    )
    expect(farthest.value).toBe((await read(farthest.workout_id, stranger)).distance)
  })

  test('is not in what a public link shows', async () => {
    const { createZone, workouts, read, call, send, stranger } = await startRides(1)
    const id = workouts[0]?.id ?? ''
    const { body } = await send('POST', `/api/workouts/${id}/share-links`, {
      json: { expires_in_days: 7 },
    })
    const { pathname } = new URL(body.data.share_link.url)
    const before = await call('GET', pathname)
    await createZone()
    const after = await call('GET', pathname)
    const [whole, part] = [before, after].map((answer) => /[\d.]+(?= km)/.exec(answer.body)?.[0])
    expect(Number(part)).toBeLessThan(Number(whole))
    expect(Number(part)).toBeCloseTo((await read(id, stranger)).distance, 1)
    expect((await call('GET', `${pathname}/card.png`)).status).toBe(200)
  })

  test('is not the place that a workout is said to start at', async () => {
    const { send, record, call, stranger, ann } = await startRides(1)
    const places = Array.from({ length: 800 }, (_, i) => [i * 50, 0] as const)
    const { id } = await record('far.gpx', gpx(places, 50), PUBLIC)
    const startFor = async (as: typeof ann) =>
      (await call('GET', `/api/workouts/${id}/places`, { as })).body.data.places.start?.name
    const name = await startFor(ann)
    // The shift of a zone is random, so the end of one may be at the edge of the town.
    for (const east of [0, 8000]) {
      const [latitude, longitude] = placeFromHome(east, 0)
      const positions = [{ latitude, longitude }]
      await send('POST', '/api/privacy/zones', { json: { name: 'Town', positions, radius: 5000 } })
    }
    expect(name).toBe('Freiburg')
    expect(await startFor(stranger)).not.toBe('Freiburg')
  })

  test('hides where photos were taken', async () => {
    const { createZone, workouts, read, ann, stranger, send, call } = await startRides(1)
    const id = workouts[0]?.id ?? ''
    const form = new FormData()
    form.append('file', new File([await aPhoto()], 'a.jpg'))
    const photo = await call('POST', '/api/media', { as: ann, body: form })
    const json = { media_attachment_ids: [photo.body.id], media_visibility: 'public' }
    await send('PATCH', `/api/workouts/${id}`, { json })
    const placeFor = async (as: typeof ann) =>
      (await read(id, as)).media_attachments[0].meta.coordinates
    expect(await placeFor(stranger)).toEqual({ latitude: 48.5, longitude: 2.25 })
    await createZone({ positions: [{ latitude: 48.501, longitude: 2.251 }] })
    expect(await placeFor(stranger)).toBeNull()
    expect(await placeFor(ann)).not.toBeNull()
  })

  test('does not let a default title or the load show when the workout began or how long it is', async () => {
    const { createZone, record, read, call, stranger, ann } = await startRides(1)
    const { id } = await record('ride.gpx', gpx(rideAroundHome(randomNumbers(3)), 60), {
      ...PUBLIC,
      title: '',
    })
    const load = async () => (await call('GET', `/api/workouts/${id}/load`, { as: stranger })).body
    await createZone()
    const [own, seen] = [await read(id, ann), await read(id, stranger)]
    expect(own.title).toMatch(/ - 2026-04-30 \d{2}:\d{2}:\d{2}$/)
    expect(seen.title).toBe(own.title.slice(0, -' 00:00:00'.length))
    expect((await load()).data).toEqual({ load: null })
  })

  test('keeps map images unless other places are hidden than before', async () => {
    const { createZone, workouts, read, ann, send } = await startRides(1)
    const id = workouts[0]?.id ?? ''
    const { zone } = (await createZone()).body.data
    const getMap = async (): Promise<string> => (await read(id, ann)).map
    const map = await getMap()
    const path = `/api/privacy/zones/${zone.id}`
    await send('PATCH', path, { json: { name: 'Where I live', radius: RADIUS } })
    await send('PATCH', '/api/privacy', { json: { hides_times: true } })
    await send('PATCH', '/api/privacy', { json: { hidden_metres: 0 } })
    expect(await getMap()).toBe(map)
    const maps = new Set([map])
    for (const json of [{ hides_passages: false }, { radius: RADIUS + 50 }]) {
      await send('PATCH', path, { json })
      maps.add(await getMap())
    }
    await send('PATCH', '/api/privacy', { json: { hidden_metres: 10 } })
    maps.add(await getMap())
    expect(maps.size).toBe(4)
  })

  test('is applied to each workout of a list as it is to one', async () => {
    const { createZone, workouts, read, viewers, call } = await startRides(9)
    await createZone()
    const { follower } = viewers
    const list = await call('GET', '/api/timeline', follower ? { as: follower } : {})
    const distances = list.body.data.workouts.map(({ distance }: { distance: number }) => distance)
    const each: number[] = []
    for (const { id } of workouts.toReversed()) each.push((await read(id, follower)).distance)
    // More than are loaded at once.
    expect(distances).toEqual(each.slice(0, 5))
  })

  test('hides all of a workout whose stored points are damaged, and logs that once', async () => {
    const { createZone, workouts, read, stranger, ctx } = await startRides(1)
    const logged: unknown[] = []
    ctx.log.warn = (...line: unknown[]) => void logged.push(line)
    const id = workouts[0]?.id ?? ''
    await createZone()
    await ctx.db
      .updateTable('segment_points')
      .set({ points: Buffer.from('damaged') })
      .execute()
    for (let request = 0; request < 2; request++)
      expect(await read(id, stranger)).toMatchObject({
        ...{ bounds: [], map: null, with_analysis: false },
      })
    const workout = (await findWorkout(ctx.db, id))?.id
    expect(logged).toEqual([
      [
        { err: expect.any(Error), workout },
        'a workout is hidden from others, because its points are damaged',
      ],
    ])
  })

  test('hides a workout that never leaves it, with its charts', async () => {
    const { record, createZone, read, call, stranger } = await startRides(1)
    const around = Array.from({ length: 60 }, (_, i) => [i, -i] as const)
    const { id } = await record('garden.gpx', gpx(around, 40), PUBLIC)
    await createZone()
    expect(await read(id, stranger)).toMatchObject({
      ...{ bounds: [], map: null, segments: [], with_analysis: false, with_geometry: false },
      map_visibility: 'private',
    })
    for (const part of ['geojson', 'chart_data', 'analysis'])
      expect((await call('GET', `/api/workouts/${id}/${part}`, { as: stranger })).status).toBe(404)
  })

  test('takes effect at once, and everything is visible again after it was deleted', async () => {
    const { createZone, workouts, read, stranger, send } = await startRides(2)
    const id = workouts[0]?.id ?? ''
    const before = await read(id, stranger)
    const { zone } = (await createZone()).body.data
    expect((await read(id, stranger)).distance).toBeLessThan(before.distance)
    expect((await send('DELETE', `/api/privacy/zones/${zone.id}`)).status).toBe(204)
    const { map: _, ...after } = await read(id, stranger)
    expect(before).toMatchObject(after)
  })

  test('changes nothing for workouts elsewhere', async () => {
    const { createZone, workouts, read, stranger } = await startRides(2)
    const id = workouts[0]?.id ?? ''
    const { map: _, ...before } = await read(id, stranger)
    await createZone({ positions: [{ latitude: 10, longitude: 10 }] })
    const { map, ...after } = await read(id, stranger)
    expect(after).toEqual(before)
    expect(map).not.toBeNull()
  })
})

describe('hidden ends and times', () => {
  test('hide at least the requested length at both ends, and different ones in each workout', async () => {
    const { workouts, read, stranger, ann, send } = await startRides(8)
    await send('PATCH', '/api/privacy', { json: { hidden_metres: 300 } })
    const hidden: number[] = []
    for (const { id } of workouts)
      hidden.push((await read(id, ann)).distance - (await read(id, stranger)).distance)
    expect(Math.min(...hidden)).toBeGreaterThan(0.59)
    expect(Math.max(...hidden)).toBeLessThan(0.95)
    expect(new Set(hidden.map((km) => km.toFixed(2))).size).toBeGreaterThan(4)
  })

  test('show only the day of a workout', async () => {
    const { workouts, read, stranger, ann, send, call } = await startRides(1)
    const id = workouts[0]?.id ?? ''
    await send('PATCH', '/api/privacy', { json: { hides_times: true } })
    expect((await read(id, ann)).workout_date).toBe('Sun, 01 Mar 2026 08:00:00 GMT')
    const seen = await read(id, stranger)
    expect(seen.workout_date).toBe('Sat, 28 Feb 2026 23:00:00 GMT')
    expect(seen.creation_date).toMatch(/:00:00 GMT$/)
    const { body } = await call('GET', `/api/workouts/${id}/chart_data`, { as: stranger })
    expect(body.data.chart_data[0].time).toBe('2026-02-28 23:00:00+00:00')
    expect(body.data.chart_data[1].time).toBe('2026-02-28 23:00:04+00:00')
    const feed = await call('GET', '/users/ann/workouts.rss')
    expect(feed.body).not.toContain('08:00')
  })
})
