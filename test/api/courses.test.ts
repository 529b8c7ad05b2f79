import { describe, expect, test } from 'bun:test'
import { readCourse } from '@/domain/courses/read-course'
import { writeFitCourse } from '@/domain/courses/write-fit-course'
import { writeGpxCourse } from '@/domain/courses/write-gpx-course'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aSavedCourse, courseGpx } from '../support/courses'
import { aUser } from '../support/factories'
import { aThirdPartyToken } from '../support/oauth2'
import { gpxOf } from '../support/tracks/gpx'
import type { SamplePoint } from '../support/tracks/points'
import { aFollow, startWorkoutServer } from '../support/workouts'

/** A right angle of 4 km, with a point every 20 m. */
const LINE = Array.from({ length: 201 }, (_, i): [lat: number, lon: number] =>
  i <= 100 ? [48, 7.9 + 0.000268 * i] : [48 + 0.00018 * (i - 100), 7.9268],
)
const GPX = courseGpx(LINE)

/** A recording along a line, with a point every five seconds. */
const rideAlong = (line: readonly (readonly [number, number])[], start = '2026-05-01T08:00:00Z') =>
  gpxOf(
    line.map(([lat, lon], i): SamplePoint => {
      const time = new Date(Date.parse(start) + 5000 * i).toISOString()
      return { lat, lon, ele: 300 + i, time }
    }),
  )

const PUBLIC = {
  workout_visibility: 'public',
  analysis_visibility: 'public',
  map_visibility: 'public',
}

async function started() {
  const server = await startWorkoutServer({ username: 'ann' })
  const { send, call, user } = server
  const sendFile = (
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    as: UserRow = user,
  ) => {
    const body = new FormData()
    body.set('file', new File([content], name))
    return call('POST', '/api/courses/upload', { as, body })
  }
  const save = async (content: string | Uint8Array<ArrayBuffer> = GPX, name = 'loop.gpx') =>
    (await sendFile(name, content)).body.data.course
  const list = async (query = '') => (await send('GET', `/api/courses${query}`)).body
  const ride = async (line: Parameters<typeof rideAlong>[0] = LINE, start?: string) =>
    server.record('ride.gpx', rideAlong(line, start))
  return { ...server, sendFile, save, list, ride }
}

const UNKNOWN = {
  status: 404,
  code: 'course_not_found',
  body: { message: 'course not found', status: 'not found' },
}

describe('POST /api/courses/upload', () => {
  test('saves a route without times', async () => {
    const { sendFile, list } = await started()
    const { status, body } = await sendFile('loop.gpx', GPX)
    expect(status).toBe(201)
    const { course } = body.data
    expect(course).toEqual({
      ...{ id: expect.any(String), name: 'Loop', description: '', sport_id: null },
      ...{ length: expect.any(Number), ascent: null, descent: null },
      ...{ point_count: 201, waypoint_count: 0, bounds: [48, 7.9, 48.018, 7.9268] },
      thumbnail: expect.stringMatching(/^M/),
      created_at: expect.any(String),
    })
    expect(course.length).toBeGreaterThan(3990)
    expect(course.length).toBeLessThan(4010)
    expect((await list()).data.courses).toEqual([course])
  })

  test('saves the waypoints and the description of other files, and uses the name of the file', async () => {
    const { save, send } = await started()
    const fit = await save(writeFitCourse(aSavedCourse()), 'x.fit')
    expect(fit).toMatchObject({
      name: 'Round <1> & back',
      waypoint_count: 2,
      ascent: expect.any(Number),
    })
    const { body } = await send('GET', `/api/courses/${fit.id}`)
    expect(body.data.waypoints[1]).toMatchObject({ name: 'Turn left at the chapel', kind: 'left' })
    expect(body.data.profile.length).toBeGreaterThan(300)
    expect(body.data.geojson.coordinates).toHaveLength(500)
    const unnamed = GPX.replace('<name>Loop</name>', '')
    expect(await save(unnamed, 'C:\\tours\\Lake round.gpx')).toMatchObject({ name: 'Lake round' })
  })

  test('accepts the file as the body', async () => {
    const { call, user } = await started()
    const { status, body } = await call('POST', '/api/courses/upload', { as: user, body: GPX })
    expect([status, body.data.course.name]).toEqual([201, 'Loop'])
  })

  test.each([
    ['loop.gpx', courseGpx([[48, 8]]), 'no valid segments in file'],
    ['loop.gpx', GPX.slice(0, 3000), 'error when parsing gpx file'],
    ['loop.gpx', 'hello', 'invalid file'],
    ['loop.fit', new Uint8Array(100), 'invalid file'],
  ])('rejects %s %#', async (name, content, message) => {
    const { sendFile, list } = await started()
    expect(await sendFile(name, content)).toMatchObject({ status: 400, body: { message } })
    expect((await list()).data.courses).toEqual([])
  })

  test('rejects a request without a file, and a file that is too large', async () => {
    const { call, user, ctx, sendFile } = await started()
    const body = new FormData()
    body.set('name', 'x')
    expect((await call('POST', '/api/courses/upload', { as: user, body })).status).toBe(400)
    await ctx.db.updateTable('app_config').set({ max_single_file_size: 1000 }).execute()
    expect((await sendFile('loop.gpx', GPX)).status).toBe(413)
  })

  test('accepts 500 courses', async () => {
    const { sendFile, ctx, user } = await started()
    const row = {
      ...{ user_id: user.id, name: 'x', points: Buffer.from([0]), point_count: 2, length: 1 },
      ...{ min_lat: 0, min_lon: 0, max_lat: 0, max_lon: 0, thumbnail: '', created_at: 0 },
    }
    const rows = Array.from({ length: 499 }, (_, i) => ({ ...row, short_id: `c${i}` }))
    for (const each of rows) await ctx.db.insertInto('saved_courses').values(each).execute()
    expect((await sendFile('loop.gpx', GPX)).status).toBe(201)
    expect(await sendFile('loop.gpx', GPX)).toMatchObject({
      ...{ status: 400, code: 'too_many_courses' },
      body: { message: 'there are already 500 courses' },
    })
  })
})

describe('POST /api/courses', () => {
  test('saves the line of a workout, with its sport', async () => {
    const { send, ride } = await started()
    const { id } = await ride()
    const json = { workout_id: id, name: ' Angle ' }
    const { status, body } = await send('POST', '/api/courses', { json })
    expect(status).toBe(201)
    expect(body.data.course).toMatchObject({
      name: 'Angle',
      sport_id: 1,
      point_count: 201,
      ascent: 200,
    })
    const any = { ...json, sport_id: null, description: 'flat' }
    expect((await send('POST', '/api/courses', { json: any })).body.data.course).toMatchObject({
      ...{ sport_id: null, description: 'flat' },
    })
  })

  test('saves of a workout of another user only what they show', async () => {
    const { send, ride, ctx } = await started()
    const { id } = await ride()
    const bob = await aUser(ctx, { username: 'bob' })
    const save = (as: UserRow) =>
      send('POST', '/api/courses', { as, json: { workout_id: id, name: 'Angle' } })
    expect((await save(bob)).status).toBe(404)
    await send('PATCH', `/api/workouts/${id}`, { json: PUBLIC })
    expect((await save(bob)).body.data.course.point_count).toBe(201)
    const zone = { name: 'Home', positions: [{ latitude: 48, longitude: 7.9 }], radius: 300 }
    await send('POST', '/api/privacy/zones', { json: zone })
    const { course } = (await save(bob)).body.data
    expect(course.point_count).toBeLessThan(190)
    const { body } = await send('GET', `/api/courses/${course.id}`, { as: bob })
    const near = ([lon, lat]: [number, number]) =>
      Math.hypot(lat - 48, (lon - 7.9) * 0.67) < 300 / 111_195
    expect(body.data.geojson.coordinates.some(near)).toBe(false)
    await send('PATCH', '/api/privacy', { json: { hidden_metres: 5000 } })
    expect((await save(bob)).status).toBe(404)
  })

  test('rejects workouts without a line, and invalid fields', async () => {
    const { send, enter, ride } = await started()
    const { id: manual } = await enter()
    const { id } = await ride()
    const save = async (json: object) => (await send('POST', '/api/courses', { json })).status
    expect(await save({ workout_id: manual, name: 'x' })).toBe(404)
    expect(await save({ workout_id: 'unknown', name: 'x' })).toBe(404)
    for (const wrong of [
      { name: ' ' },
      { name: '' },
      {},
      { name: 'x', sport_id: 999 },
      { name: 'x', sport_id: 'ride' },
    ])
      expect(await save({ workout_id: id, ...wrong })).toBe(400)
    expect(await save({ name: 'x' })).toBe(400)
  })
})

describe('GET /api/courses', () => {
  test('is searched by name, in pages, the newest first', async () => {
    const { list, save, send } = await started()
    for (const name of ['Über den Berg', 'Lake', 'Lake again']) {
      const { id } = await save()
      await send('PATCH', `/api/courses/${id}`, { json: { name } })
    }
    const names = async (query: string) =>
      (await list(query)).data.courses.map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual(['Lake again', 'Lake', 'Über den Berg'])
    expect(await names('?q=lake')).toEqual(['Lake again', 'Lake'])
    expect(await names('?q=über')).toEqual(['Über den Berg'])
    expect(await names('?per_page=2&page=2')).toEqual(['Über den Berg'])
    expect((await list('?per_page=2')).pagination).toMatchObject({ pages: 2, total: 3 })
  })

  test('needs a token that may read workouts', async () => {
    const { call, ctx, user } = await started()
    expect((await call('GET', '/api/courses')).status).toBe(401)
    const read = async (scope: string) => {
      const authorization = `Bearer ${await aThirdPartyToken(ctx, user, scope)}`
      const own = await call('GET', '/api/courses', { authorization })
      const created = await call('POST', '/api/courses', {
        authorization,
        json: { workout_id: 'x', name: 'x' },
      })
      return [own.status, created.status]
    }
    expect(await read('workouts:read')).toEqual([200, 403])
    expect(await read('workouts:write')).toEqual([403, 404])
  })
})

describe('a course of another user', () => {
  test('does not exist', async () => {
    const { save, send, ctx, user } = await started()
    const { id } = await save()
    const bob = await aUser(ctx, { username: 'bob' })
    await aFollow(ctx, bob, user)
    const moderator = await aUser(ctx, { username: 'mod', role: 'moderator' })
    for (const as of [bob, moderator]) {
      expect(await send('GET', `/api/courses/${id}`, { as })).toMatchObject(UNKNOWN)
      expect(await send('GET', `/api/courses/${id}/download`, { as })).toMatchObject(UNKNOWN)
      expect(await send('PATCH', `/api/courses/${id}`, { as, json: { name: 'x' } })).toMatchObject(
        UNKNOWN,
      )
      expect(await send('DELETE', `/api/courses/${id}`, { as })).toMatchObject(UNKNOWN)
      expect((await send('GET', '/api/courses', { as })).body.data.courses).toEqual([])
    }
  })
})

describe('PATCH and DELETE /api/courses/:id', () => {
  test('change and delete a course', async () => {
    const { save, send, list } = await started()
    const { id } = await save()
    const edit = (json: object) => send('PATCH', `/api/courses/${id}`, { json })
    const changes = { name: 'Name', description: 'Text', sport_id: 5 }
    expect((await edit(changes)).body.data.course).toMatchObject(changes)
    expect((await edit({ sport_id: null })).body.data.course).toMatchObject({
      ...changes,
      sport_id: null,
    })
    for (const wrong of [{}, { name: ' ' }, { name: null }, { sport_id: 999 }, { description: 1 }])
      expect((await edit(wrong)).status).toBe(400)
    expect((await send('DELETE', `/api/courses/${id}`)).status).toBe(204)
    expect(await edit(changes)).toMatchObject(UNKNOWN)
    expect((await list()).data.courses).toEqual([])
  })
})

describe('GET /api/courses/:id/download', () => {
  test('writes files that have the same line', async () => {
    const { save, ctx, user, handle, send } = await started()
    const { id } = await save(
      [...writeGpxCourse(aSavedCourse({ name: 'Über 1/2' }), 'track')].join(''),
      'x.gpx',
    )
    const authorization = `Bearer ${await aThirdPartyToken(ctx, user, 'workouts:read')}`
    const types = {
      ...{ '': 'application/gpx+xml', '?format=gpx_route': 'application/gpx+xml' },
      ...{
        '?format=tcx': 'application/vnd.garmin.tcx+xml',
        '?format=fit': 'application/vnd.ant.fit',
      },
    }
    for (const [query, type] of Object.entries(types)) {
      const url = `http://localhost/api/courses/${id}/download${query}`
      const response = await handle(new Request(url, { headers: { authorization } }))
      expect(response.headers.get('content-type')).toBe(type)
      const extension = /format=(tcx|fit)/.exec(query)?.[1] ?? 'gpx'
      const disposition = `attachment; filename="Uber-1-2.${extension}"`
      expect(response.headers.get('content-disposition')).toBe(disposition)
      const course = await readCourse(`x.${extension}`, await response.bytes())
      expect([course.size, course.waypoints.length]).toEqual([500, 2])
    }
    expect((await send('GET', `/api/courses/${id}/download?format=kml`)).status).toBe(400)
  })
})

describe('GET and PUT /api/workouts/:id/course', () => {
  test('suggest the course that a workout follows, until the owner decides', async () => {
    const { save, ride, send } = await started()
    const { id: courseId } = await save()
    await save(courseGpx(LINE.toReversed()))
    const { id } = await ride()
    const path = `/api/workouts/${id}/course`
    const { planned } = (await send('GET', path)).body.data
    expect(planned).toMatchObject({
      ...{ course: { id: courseId }, is_suggested: true },
      comparison: { tolerance: 40, followed: 1 },
    })
    expect(planned.comparison.deviation).toBeLessThan(10)
    expect(planned.geojson.coordinates).toHaveLength(201)
    const choose = async (course_id: string | null) =>
      (await send('PUT', path, { json: { course_id } })).body.data.planned
    expect(await choose(null)).toBeNull()
    expect((await send('GET', path)).body.data.planned).toBeNull()
    expect(await choose(courseId)).toEqual({ ...planned, is_suggested: false })
    await send('DELETE', `/api/courses/${courseId}`)
    expect((await send('GET', path)).body.data.planned).toBeNull()
  })

  test('compare a workout with a course that it left', async () => {
    const { save, ride, send } = await started()
    const { id: courseId } = await save()
    const { id } = await ride(LINE.slice(0, 101))
    const path = `/api/workouts/${id}/course`
    expect((await send('GET', path)).body.data.planned).toBeNull()
    const { body } = await send('PUT', path, { json: { course_id: courseId } })
    const { followed } = body.data.planned.comparison
    expect(followed).toBeGreaterThan(0.5)
    expect(followed).toBeLessThan(0.53)
  })

  test('are for the owner of the workout and of the course only', async () => {
    const { save, ride, send, enter, ctx } = await started()
    const { id: courseId } = await save()
    const { id } = await ride()
    const path = `/api/workouts/${id}/course`
    const bob = await aUser(ctx, { username: 'bob' })
    expect((await send('GET', path, { as: bob })).status).toBe(404)
    await send('PATCH', `/api/workouts/${id}`, {
      json: PUBLIC,
    })
    const moderator = await aUser(ctx, { username: 'mod', role: 'moderator' })
    for (const as of [bob, moderator]) {
      expect((await send('GET', path, { as })).status).toBe(403)
      expect((await send('PUT', path, { as, json: { course_id: null } })).status).toBe(403)
    }
    const { id: theirs } = (
      await send('POST', '/api/courses', { as: bob, json: { workout_id: id, name: 'x' } })
    ).body.data.course
    expect(await send('PUT', path, { json: { course_id: theirs } })).toMatchObject(UNKNOWN)
    for (const wrong of [{}, { course_id: 1 }])
      expect((await send('PUT', path, { json: wrong })).status).toBe(400)
    const manual = await enter()
    const choice = { json: { course_id: courseId } }
    expect(
      (await send('PUT', `/api/workouts/${manual.id}/course`, choice)).body.data.planned,
    ).toBeNull()
  })
})
