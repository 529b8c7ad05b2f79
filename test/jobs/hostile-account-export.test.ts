import { describe, expect, test } from 'bun:test'
import { aRide } from '../support/archives'
import { json, openServer, ownView, readReport } from '../support/moved-account'
import { HOME } from '../support/rides-around-home'
import type { ZipMember } from '../support/tracks/zip'

const WORKOUT = {
  ...{ id: 'BTHknEB3MgVvZ4kCzS8LfM', sport_label: 'Cycling (Sport)', original_file: '1.gpx' },
  ...{
    workout_date: '2024-01-01 07:00:00Z',
    workout_visibility: 'public',
    map_visibility: 'public',
  },
}
const ZONE = { name: 'Home', positions: [HOME], radius: 200, hides_passages: true }
const LINE = {
  geojson: {
    type: 'LineString',
    coordinates: [
      [7.9, 48],
      [7.91, 48],
      [7.92, 48.01],
    ],
  },
}
const SEGMENT = {
  name: 'Hill',
  sport_id: 1,
  positions: [
    [7.9, 48, 300],
    [7.91, 48, 350],
  ],
}

/** Imports an archive with one workout and these lists. */
async function imported(members: readonly ZipMember[]) {
  const server = await openServer()
  const { body } = await server.uploadZip(
    [
      json('user_workouts_data.json', [WORKOUT]),
      { name: 'workout_files/1.gpx', content: aRide(1) },
      ...members,
    ],
    { sport_id: undefined },
  )
  const id = body.data.task_id
  await server.serve()
  const report = await readReport(server, id)
  return { ...server, id, skipped: report.filter((line) => line.includes(',skipped,')) }
}

const file = (list: string) => `user_${list}_data.json`

describe('an export with privacy zones that cannot be imported', () => {
  test.each<[what: string, member: ZipMember, error: string]>([
    ['damaged', { name: file('privacy_zones'), content: '[{' }, 'cannot be read'],
    ['no list', json(file('privacy_zones'), { zones: [ZONE] }), 'is not a list'],
    ['no object', json(file('privacy_zones'), [ZONE, null]), 'an invalid privacy zone'],
    ['without a name', json(file('privacy_zones'), [{ ...ZONE, name: ' ' }]), 'must not be empty'],
    [
      'a name of a thousand characters',
      json(file('privacy_zones'), [{ ...ZONE, name: 'x'.repeat(1000) }]),
      'invalid',
    ],
    ['without a place', json(file('privacy_zones'), [{ ...ZONE, positions: [] }]), 'invalid'],
    ['two positions', json(file('privacy_zones'), [{ ...ZONE, positions: [HOME, HOME] }]), 'three'],
    [
      'a place off the earth',
      json(file('privacy_zones'), [{ ...ZONE, positions: [{ latitude: 91, longitude: 0 }] }]),
      'invalid',
    ],
    ['a radius of a metre', json(file('privacy_zones'), [{ ...ZONE, radius: 1 }]), 'invalid'],
    [
      'too many zones',
      json(
        file('privacy_zones'),
        Array.from({ length: 21 }, (_, i) => ({ ...ZONE, radius: 100 + i })),
      ),
      'more than 20',
    ],
    ['invalid settings', json(file('privacy_settings'), [{ hidden_metres: -1 }]), 'invalid'],
    ['settings of null', json(file('privacy_settings'), [null]), 'invalid'],
  ])('imports nothing: %s', async (_, member, error) => {
    const { task, id, workouts, get } = await imported([
      member,
      json(file('courses'), [{ course: { name: 'Round' }, ...LINE }]),
    ])
    expect(await task(id)).toMatchObject({
      ...{ status: 'errored', new_workouts_count: 0 },
      errored_files: { archive: expect.stringContaining(error) },
    })
    expect(await workouts()).toBe(0)
    expect((await get('/api/privacy')).body.data.zones).toEqual([])
    expect((await get('/api/courses')).body.data.courses).toEqual([])
  })

  test('counts the zones that the account has already', async () => {
    const server = await openServer()
    for (let i = 0; i < 15; i++)
      await server.send('POST', '/api/privacy/zones', { json: { ...ZONE, radius: 60 + i } })
    const zones = Array.from({ length: 6 }, (_, i) => ({ ...ZONE, radius: 500 + i }))
    const id = await server.queue(
      [json('user_workouts_data.json', [WORKOUT]), json(file('privacy_zones'), zones)],
      { sport_id: undefined },
    )
    await server.serve()
    expect((await server.task(id)).errored_files.archive).toStartWith('Nothing was imported: with')
    expect((await server.get('/api/privacy')).body.data.zones).toHaveLength(15)
  })
})

describe('an export', () => {
  test('cannot shift hidden areas so that they do not cover their zones', async () => {
    const zones = [
      { ...ZONE, offset_north: 5000, offset_east: 0 },
      { ...ZONE, radius: 300, offset_north: 0, offset_east: 0 },
      { ...ZONE, radius: 400, offset_north: 300, offset_east: 10 },
    ]
    const { ctx } = await imported([json(file('privacy_zones'), zones)])
    const rows = await ctx.db.selectFrom('privacy_zones').selectAll().orderBy('radius').execute()
    const shares = rows.map(
      ({ offset_north, offset_east, radius }) => Math.hypot(offset_north, offset_east) / radius,
    )
    for (const share of shares) expect(share).toBeWithin(0.499, 0.981)
    expect(rows[2]).toMatchObject({ offset_north: 300, offset_east: 10 })
  })

  test('skips courses, segments and settings that are invalid, and reports them', async () => {
    const course = { name: 'Round', sport_id: 1 }
    const { skipped, ctx, get, task, id } = await imported([
      json(file('courses'), [
        {
          course,
          ...LINE,
          waypoints: [{ latitude: 48, longitude: 7.9, name: 'Spring', kind: 'water' }, 3],
        },
        'no course',
        { course, geojson: { coordinates: [[7.9, 48]] } },
        { course: { name: '' }, ...LINE },
        { course: { name: 'Sport of another server', sport_id: 999 }, ...LINE },
        {
          course: { ...course, id: '../../etc', created_at: '+275760-09-13', length: 1e300 },
          ...LINE,
        },
        { course, geojson: { coordinates: [[7.9, '48'], [1e9, 2], null, {}] } },
      ]),
      json(file('segments'), [
        { ...SEGMENT, visibility: 'everyone' },
        { ...SEGMENT, sport_id: 999 },
        { ...SEGMENT, name: '' },
        {
          ...SEGMENT,
          positions: [
            [7.9, 48],
            [7.9001, 48],
          ],
        },
        {
          ...SEGMENT,
          positions: [
            [7.9, 98],
            [7.9, 48],
          ],
        },
        { ...SEGMENT, positions: Array.from({ length: 3000 }, () => [7.9, 48]) },
        null,
      ]),
      json('user_data.json', {
        sport_preferences: [
          { sport_id: 1, color: 'red' },
          { sport_id: 5, color: '#abcdef', stopped_speed_threshold: 1 },
          { sport_id: 6, stopped_speed_threshold: -1 },
          'no object',
        ],
      }),
      json(file('sport_names'), [
        { name: 'x'.repeat(1000), sport_id: 1 },
        { name: 'ok', sport_id: 5 },
      ]),
    ])
    expect(skipped).toEqual([
      'user_data.json: sport 1,skipped,invalid hexadecimal color,',
      expect.stringMatching(/^user_data.json: sport 6,skipped,/),
      expect.stringMatching(/^user_sport_names_data.json: x+,skipped,/),
      expect.stringMatching(/^user_courses_data.json: 2,skipped,/),
      'user_courses_data.json: 3,skipped,the name of a course must not be empty,',
      expect.stringMatching(/^user_courses_data.json: 6,skipped,/),
      'user_segments_data.json: 2,skipped,the sport of the segment is unknown,',
      'user_segments_data.json: 3,skipped,the name of a segment must not be empty,',
      expect.stringMatching(/^user_segments_data.json: 4,skipped,a segment must be between 200 m/),
      'user_segments_data.json: 5,skipped,a position of the segment is invalid,',
      'user_segments_data.json: 6,skipped,a segment must have between 2 and 2000 positions,',
    ])
    const view = await ownView({ ctx, get })
    expect(Object.values(view.courses)).toMatchObject(
      [
        { course: { name: 'Round' } },
        { course: { name: 'Sport of another server', sport_id: null } },
        { course: { name: 'Round', created_at: 'Sat, 14 Mar 2026 12:00:00 GMT' } },
      ].toReversed(),
    )
    expect(Object.values(view.segments)).toMatchObject([
      { segment: { name: 'Hill', visibility: 'private', length: 744 } },
    ])
    expect(view.sportNames.sport_names).toMatchObject([{ name: 'ok' }])
    expect(await task(id)).toMatchObject({ new_workouts_count: 1, status: 'successful' })
  })

  test('skips a course with more points than a server stores, however many it has', async () => {
    const course = (count: number) => ({
      course: { name: `With ${count}` },
      geojson: { coordinates: Array.from({ length: count }, (_, i) => [7.9, 47 + i / 1e6]) },
    })
    const { skipped, get } = await imported([
      json(file('courses'), [course(20_001), course(1_100_000), course(20_000)]),
    ])
    expect(skipped).toEqual([
      'user_courses_data.json: 1,skipped,a course must have at most 20000 positions,',
      expect.stringMatching(/^user_courses_data.json: 2,skipped,/),
    ])
    expect((await get('/api/courses')).body.data.courses).toMatchObject([{ point_count: 20_000 }])
  })

  test('imports at most 500 courses, and reads no more', async () => {
    const courses = Array.from({ length: 600 }, (_, i) => ({
      course: { name: `No. ${i}` },
      ...LINE,
    }))
    const { skipped, get } = await imported([json(file('courses'), courses)])
    expect(skipped).toEqual(['user_courses_data.json: the rest,skipped,there are more than 500,'])
    expect((await get('/api/courses')).body.pagination.total).toBe(500)
  })

  test('skips courses for which the account has no room', async () => {
    const server = await openServer()
    const courses = (from: number, count: number) =>
      json(
        file('courses'),
        Array.from({ length: count }, (_, i) => ({ course: { name: `No. ${from + i}` }, ...LINE })),
      )
    const send = async (member: ZipMember) => {
      const id = await server.queue([json('user_workouts_data.json', []), member], {
        sport_id: undefined,
      })
      await server.serve()
      return readReport(server, id)
    }
    expect(await send(courses(0, 499))).toEqual([])
    expect(await send(courses(1000, 3))).toEqual([
      'user_courses_data.json: 2,skipped,there are already 500 courses,',
      'user_courses_data.json: 3,skipped,there are already 500 courses,',
    ])
  })

  test('with a damaged list of courses has the workouts, and the courses before the damage', async () => {
    const one = JSON.stringify({ course: { name: 'Round' }, ...LINE })
    const { skipped, workouts, get } = await imported([
      { name: file('courses'), content: `[${one}, {"course": {"name": "Half` },
    ])
    expect(skipped).toEqual([
      'user_courses_data.json: 2,skipped,user_courses_data.json cannot be read.,',
    ])
    expect((await get('/api/courses')).body.data.courses).toHaveLength(1)
    expect(await workouts()).toBe(1)
  })
})
