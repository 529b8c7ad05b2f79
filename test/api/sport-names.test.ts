import { describe, expect, test } from 'bun:test'
import { connectionsOf } from '@/store/db/connections/dialect'
import { startServer } from '../support/client'
import { aSuspendedUser, aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { fitAs, gpxAs } from '../support/tracks/named-sports'
import { samplePoints } from '../support/tracks/points'
import { zipBytes } from '../support/tracks/zip'
import { startWorkoutServer } from '../support/workouts'

const PATH = '/api/auth/profile/sport-names'
const NOTHING = { default_sport_id: null, sport_names: [] }
const points = samplePoints(30)

/** A server, and a function that uploads a file without `sport_id` and returns its sport or the error. */
async function open() {
  const server = await startWorkoutServer()
  const sportOf = async (name: string, content: string | Uint8Array, data: object = {}) => {
    const { body } = await server.upload(name, content, { sport_id: undefined, ...data })
    return body.data?.workouts[0].sport_id ?? body.remedy?.code ?? body.message
  }
  return {
    ...server,
    sportOf,
    edit: (json: object) => server.send('PATCH', PATH, { json }),
  }
}

describe('GET /api/auth/profile/sport-names', () => {
  test('is empty by default', async () => {
    const { get } = await open()
    expect((await get(PATH)).body).toEqual({ data: NOTHING, status: 'success' })
  })
})

describe('sport_names of an upload', () => {
  const names = (count: number) => ({
    sport_names: Object.fromEntries(Array.from({ length: count }, (_, at) => [`name ${at}`, 3])),
  })

  test('may be as many as can be stored, because all are searched for each recording', async () => {
    const { sportOf } = await open()
    const ride = gpxAs('name 499')
    expect(await sportOf('ride.gpx', ride, names(500))).toBe(3)
    expect(await sportOf('ride.gpx', ride, names(501))).toBe('invalid payload')
  })
})

describe('PATCH /api/auth/profile/sport-names', () => {
  test('rejects suspended accounts before it reads the body', async () => {
    const { call, ctx } = startServer()
    const as = await aSuspendedUser(ctx)
    expect((await call('PATCH', PATH, { as, json: {} })).status).toBe(403)
  })

  test.each([
    {},
    { sport_names: { run: 'fast' } },
    { sport_names: { run: 1.5 } },
    { sport_names: { ' ': 1 } },
    { sport_names: { ['x'.repeat(101)]: 1 } },
    { default_sport_id: 'x' },
  ])('rejects the body %j', async (json) => {
    const { edit, get } = await open()
    const { status, body } = await edit(json)
    expect({ status, body }).toMatchObject({ status: 400, body: { message: 'invalid payload' } })
    expect((await get(PATH)).body.data).toEqual(NOTHING)
  })

  test('rejects unknown sports and saves nothing', async () => {
    const { edit, get } = await open()
    const { status, body } = await edit({ sport_names: { run: 5, walk: 999 } })
    expect({ status, body }).toEqual({
      status: 404,
      body: { message: 'sport does not exist', status: 'not found' },
    })
    expect((await get(PATH)).body.data).toEqual(NOTHING)
  })

  test('adds, changes and deletes names in any spelling', async () => {
    const { edit, get } = await open()
    await edit({ sport_names: { Trail_Running: 3, '2/8': 1, Паркур: 5 }, default_sport_id: 6 })
    const { body } = await get(PATH)
    expect(body.data).toEqual({
      default_sport_id: 6,
      sport_names: [
        { name: '2/8', sport_id: 1, usual_sport_id: 4 },
        { name: 'Trail_Running', sport_id: 3, usual_sport_id: 8 },
        { name: 'Паркур', sport_id: 5, usual_sport_id: null },
      ],
    })
    const changes = { 'trail running': 4, '2/8': null, ПАРКУР: null }
    const answer = await edit({ sport_names: changes, default_sport_id: null })
    expect(answer.body.data).toEqual({
      default_sport_id: null,
      sport_names: [{ name: 'trail running', sport_id: 4, usual_sport_id: 8 }],
    })
  })

  test('limits the number of names', async () => {
    const { edit } = await open()
    const names = Array.from({ length: 501 }, (_, index) => [`name ${index}`, 1])
    const { status, body } = await edit({ sport_names: Object.fromEntries(names) })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message: 'too many sport names' },
    })
  })

  test('does not process more names than the limit', async () => {
    const { edit, ctx } = await open()
    const names = Array.from({ length: 20_000 }, (_, index) => [`name ${index}`, null])
    let statements = 0
    const stop = connectionsOf(ctx.db).listen(() => {
      statements += 1
    })
    const { status, body } = await edit({ sport_names: Object.fromEntries(names) })
    stop()
    expect([status, body.message]).toEqual([400, 'too many sport names'])
    expect(statements).toBeLessThan(20)
  })

  test("returns only the caller's names", async () => {
    const { edit, get, ctx } = await open()
    await edit({ sport_names: { run: 3 } })
    const eve = await aUser(ctx, { username: 'eve' })
    expect((await get(PATH, { as: eve })).body.data).toEqual(NOTHING)
  })
})

describe('POST /api/workouts without sport_id', () => {
  test('uses the sport that the user has assigned to a name, in every format', async () => {
    const { edit, sportOf } = await open()
    await edit({ sport_names: { running: 3, '2/8': 1, '17/0': 6 } })
    expect(await sportOf('a.gpx', gpxAs('Running'))).toBe(3)
    expect(await sportOf('a.fit', fitAs(2, 8))).toBe(1)
    expect(await sportOf('a.fit', fitAs(17, 200))).toBe(6)
    expect(await sportOf('a.fit', fitAs(1, 0))).toBe(5)
    await edit({ sport_names: { running: null } })
    expect(await sportOf('a.gpx', gpxAs('running'))).toBe(5)
  })

  test('prefers the names of the upload to those of the user', async () => {
    const { edit, sportOf } = await open()
    await edit({ sport_names: { running: 3, hiking: 6 }, default_sport_id: 1 })
    const data = { sport_names: { RUNNING: 8 }, default_sport_id: 16 }
    expect(await sportOf('a.gpx', gpxAs('running'), data)).toBe(8)
    expect(await sportOf('a.gpx', gpxAs('hiking'), data)).toBe(6)
    expect(await sportOf('a.gpx', gpxAs('quidditch'), data)).toBe(16)
    expect(await sportOf('a.gpx', gpxAs('quidditch'))).toBe(1)
    expect(await sportOf('a.gpx', gpxOf(points))).toBe(1)
  })

  test('uses sport_id if it is given', async () => {
    const { edit, sportOf } = await open()
    await edit({ sport_names: { running: 3 }, default_sport_id: 1 })
    expect(await sportOf('a.gpx', gpxAs('running'), { sport_id: 5 })).toBe(5)
  })

  test('returns the unknown name, so that a client can ask for its sport', async () => {
    const { upload } = await open()
    const { status, body } = await upload('a.gpx', gpxAs('quidditch'), { sport_id: undefined })
    expect(status).toBe(400)
    expect(body.remedy).toMatchObject({ code: 'sport_unknown', name: 'quidditch' })
  })

  test.each([
    [{ sport_names: { run: 999 } }, 'Sport id: 999 does not exist'],
    [{ default_sport_id: 999 }, 'Sport id: 999 does not exist'],
    [{ sport_names: { run: null } }, 'invalid payload'],
    [{ sport_names: [] }, 'invalid payload'],
  ])('rejects %j, for a recording and for an archive', async (data, message) => {
    const { upload } = await open()
    for (const [name, content] of [
      ['a.gpx', gpxAs('run')],
      ['a.zip', zipBytes([{ name: 'a.gpx', content: gpxAs('run') }])],
    ] as const) {
      const { status, body } = await upload(name, content, { sport_id: undefined, ...data })
      expect({ status, body }).toMatchObject({ status: 400, body: { message } })
    }
  })

  test('applies to every file of an archive', async () => {
    const { edit, upload, get } = await open()
    await edit({ sport_names: { running: 3 }, default_sport_id: 6 })
    const zip = zipBytes([
      { name: 'run.gpx', content: gpxAs('running') },
      { name: 'ride.gpx', content: gpxAs('biking') },
      { name: 'what.gpx', content: gpxOf(points) },
    ])
    const data = { sport_id: undefined, sport_names: { biking: 2 } }
    expect((await upload('all.zip', zip, data)).status).toBe(201)
    const { body } = await get('/api/workouts')
    const sports = body.data.workouts.map(({ sport_id }: { sport_id: number }) => sport_id)
    expect(sports.toSorted()).toEqual([2, 3, 6])
  })
})
