import { describe, expect, test } from 'bun:test'
import { countQueries } from '../support/count-queries'
import { aSuspendedUser, aUser } from '../support/factories'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const PATH = '/api/workouts'
const at = (text: string) => Date.parse(text)
const empty = { has_next: false, has_prev: false, page: 1, pages: 0, total: 0 }
const invalidPayload = { message: 'invalid payload', status: 'error' }
const invalidVisibility = { message: 'invalid value for visibility', status: 'error' }
const invalidRadius = {
  message: 'invalid radius, must be an float greater than zero',
  status: 'error',
}
const invalidDuration = { message: 'invalid duration', status: 'error' }

type Server = Awaited<ReturnType<typeof startWorkoutServer>>
type Changes = Parameters<typeof aWorkout>[2]

/** Workouts titled by their position, a day apart, with the newest last. */
async function given(server: Server, all: Changes[]) {
  const rows = []
  for (const [index, changes] of all.entries())
    rows.push(
      await aWorkout(server.ctx, server.user, {
        title: String(index),
        workout_date: at('2024-05-04T08:00:00Z') + index * 86_400_000,
        ...changes,
      }),
    )
  return rows
}

const titles = ({ body }: { body: { data: { workouts: { title: string }[] } } }) =>
  body.data.workouts.map(({ title }) => title).join(' ')

/** The titles of the workouts that a query lists. */
async function listed(all: Changes[], query: string) {
  const server = await startWorkoutServer()
  await given(server, all)
  return titles(await server.get(`${PATH}?per_page=100&${query}`))
}

describe('GET /api/workouts', () => {
  test('requires a token and rejects suspended accounts', async () => {
    const { call, ctx, get } = await startWorkoutServer()
    expect((await call('GET', PATH)).status).toBe(401)
    expect((await get(PATH, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('is empty at first', async () => {
    const { get } = await startWorkoutServer()
    const answer = await get(PATH)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: { workouts: [] }, pagination: empty, status: 'success' })
  })

  test('omits values that are expensive to load, in every workout', async () => {
    const { get, enter } = await startWorkoutServer({ username: 'ann' })
    const {
      description: _,
      elevation_data_source: __,
      excluded_from_records: ___,
      original_file: ____,
      with_geometry: _____,
      ...full
    } = await enter({
      title: 'Ride',
      description: 'long',
      notes: 'secret',
      workout_visibility: 'public',
    })
    const { body } = await get(PATH)
    expect(body.data.workouts).toEqual([
      { ...full, creation_date: null, modification_date: null, notes: '' },
    ])
  })

  test("lists only the caller's workouts, and no suspended ones", async () => {
    const server = await startWorkoutServer()
    await given(server, [{}, { suspended_at: 1 }])
    await aWorkout(server.ctx, await aUser(server.ctx), { title: 'foreign' })
    expect(titles(await server.get(PATH))).toBe('0')
  })

  test('has five workouts per page by default, at most a hundred, and treats an invalid page as 1', async () => {
    const server = await startWorkoutServer()
    await given(
      server,
      Array.from({ length: 102 }, () => ({})),
    )
    const first = await server.get(PATH)
    expect(titles(first)).toBe('101 100 99 98 97')
    expect(first.body.pagination).toEqual({
      has_next: true,
      has_prev: false,
      page: 1,
      pages: 21,
      total: 102,
    })
    const second = await server.get(`${PATH}?page=2&per_page=500`)
    expect(titles(second)).toBe('1 0')
    expect(second.body.pagination).toMatchObject({ page: 2, pages: 2, has_prev: true })
    const beyond = await server.get(`${PATH}?page=9&per_page=100`)
    expect(beyond.body).toMatchObject({
      data: { workouts: [] },
      pagination: { has_next: false, has_prev: true, page: 9, pages: 2 },
    })
    for (const page of ['0', '-1', 'x', '', '2.5', '1e1', '0x2', '99999999999999999999'])
      expect((await server.get(`${PATH}?page=${page}`)).body.pagination.page).toBe(1)
    for (const page of ['02', '%2B2', ' 2'])
      expect((await server.get(`${PATH}?page=${page}`)).body.pagination.page).toBe(2)
    expect((await server.get(`${PATH}?per_page=1e1`)).body.data.workouts).toHaveLength(5)
  })

  test('uses the first value of a repeated parameter', async () => {
    const server = await startWorkoutServer()
    await given(server, [{}, { title: 'hill & dale' }, { title: 'hill' }])
    const { body } = await server.get(`${PATH}?per_page=1&page=2&page=1&page=&per_page=50`)
    expect(body.pagination).toMatchObject({ page: 2, pages: 3 })
    const named = await server.get(`${PATH}?title=%26+d&title=none&order=asc`)
    expect(titles(named)).toBe('hill & dale')
  })

  test.each([
    ['order=asc', '0 1 2 3'],
    ['order=desc', '3 2 1 0'],
    ['order=upwards', '3 2 1 0'],
    ['order=asc&order_by=distance', '1 3 0 2'],
    ['order_by=distance', '2 0 3 1'],
    ['order=asc&order_by=duration', '0 2 3 1'],
    ['order=asc&order_by=ave_speed', '2 0 1 3'],
    ['order_by=ave_speed', '3 1 0 2'],
    ['order_by=ave_pace', '3 2 1 0'],
    ['order=asc&order_by=ave_pace', '0 1 2 3'],
    ['order=asc&order_by=best_pace', '0 1 2 3'],
    ['order_by=max_speed', '3 2 1 0'],
    ['order_by=', '3 2 1 0'],
  ])(
    'sorts by %s, with unknown values last when ascending, and by id when equal',
    async (query, expected) => {
      const all = [
        { distance: 10, moving: 60, ave_speed: 20 },
        { distance: 5, moving: 90, ave_speed: null },
        { distance: 12, moving: 60, ave_speed: 15 },
        { distance: 5, moving: 70, ave_speed: null },
      ]
      expect(await listed(all, query)).toBe(expected)
    },
  )

  test('rejects other columns to sort by', async () => {
    const { get } = await startWorkoutServer()
    for (const name of ['title', 'constructor', 'moving'])
      expect(await get(`${PATH}?order_by=${name}`)).toMatchObject({
        status: 400,
        body: invalidPayload,
      })
  })

  test.each([
    ['sport_id=5', '1'],
    ['sport_id=29', ''],
    ['sport_id=', '1 0'],
    ['distance_from=8', '0'],
    ['distance_to=8.0', '1'],
    ['distance_from=10&distance_to=10', '0'],
    ['duration_from=0:30', '0'],
    ['duration_to=00:29', '1'],
    ['duration_from=00:10&duration_to=0:10', '1'],
    ['duration_from=0:10:59&duration_to=0:10', '1'],
    ['ave_speed_from=20', '0'],
    ['ave_speed_to=19.9', '1'],
    ['max_speed_from=25', '1'],
    ['max_speed_to=24', '0'],
    ['ave_pace_from=5:00', '1'],
    ['ave_pace_to=4:59', '0'],
    ['max_pace_from=100:00', '1'],
    ['max_pace_to=99:59', '0'],
    ['workout_visibility=public', '1'],
    ['workout_visibility=private', '0'],
    ['workout_visibility=', '1 0'],
    ['sport_id=1&distance_to=8', ''],
    ['equipment_id=none', '1 0'],
    ['equipment_id=2AXUtXDfi8HwaAHdf6BDaa', ''],
    ['equipment_id=0', ''],
    ['coordinates=45,6', ''],
    ['unknown=1', '1 0'],
  ])('filters by %s', async (query, expected) => {
    const all: Changes[] = [
      { sport_id: 1, distance: 10, ave_speed: 20, max_speed: 24 },
      {
        ...{ sport_id: 5, distance: 5, moving: 600, ave_speed: 12, max_speed: 25 },
        ...{ ave_pace: 300, best_pace: 6000, workout_visibility: 'public' },
      },
    ]
    expect(await listed(all, query)).toBe(expected)
  })

  test.each([
    ['sport_id=x', invalidPayload],
    ['sport_id=1.5', invalidPayload],
    ['from=2024', invalidPayload],
    ['to=01/02/2024', invalidPayload],
    ['distance_from=far', invalidPayload],
    ['distance_to=1,5', invalidPayload],
    ['ave_speed_from=NaN', invalidPayload],
    ['max_speed_to=0x10', invalidPayload],
    ['duration_from=90', invalidDuration],
    ['duration_to=24:00', invalidDuration],
    ['duration_to=1:60', invalidDuration],
    ['duration_from=x', invalidDuration],
    ['duration_from=2:5', invalidDuration],
    ['duration_from=02:05:99', invalidDuration],
    ['duration_from=02:05:9', invalidDuration],
    ['ave_pace_from=5', invalidDuration],
    ['ave_pace_from=5:00:00', invalidDuration],
    ['from=x&duration_from=x', invalidPayload],
    ['sport_id=x&distance_from=x&duration_from=x&coordinates=x&radius=0', invalidDuration],
    ['sport_id=x&distance_from=x&coordinates=x&radius=0&workout_visibility=x', invalidRadius],
    ['sport_id=x&distance_from=x&coordinates=x&workout_visibility=x', invalidVisibility],
    ['max_pace_to=5:75', invalidDuration],
    ['workout_visibility=everyone', invalidVisibility],
    ['coordinates=somewhere', invalidPayload],
    ['coordinates=91,0', invalidPayload],
    ['coordinates=0,181', invalidPayload],
    ...['0', '-1', 'far', '0.0', '1e400'].map(
      (radius) =>
        [
          `coordinates=45.1,5.7&radius=${radius}`,
          { message: 'invalid radius, must be an float greater than zero', status: 'error' },
        ] as const,
    ),
    [`title=${'%25'.repeat(10_001)}`, invalidPayload],
  ])('rejects %s', async (query, body) => {
    const { get } = await startWorkoutServer()
    for (const path of [PATH, `${PATH}/collection`])
      expect(await get(`${path}?${query}`)).toMatchObject({ status: 400, body })
  })

  test.each([
    ['title', 'morning', 'Morning ride'],
    ['title', 'RIDE', 'Morning ride'],
    ['title', 'straße', 'STRASSE'],
    ['title', 'ÉTÉ', 'été à Noël'],
    ['title', 'ΟΔΌΣ', 'οδός'],
    ['title', 'kelvin', '\u212Aelvin'],
    ['title', 'm%ng r_de', 'Morning ride'],
    ['title', '_', 'Morning ride STRASSE été à Noël οδός \u212Aelvin'],
    ['title', '', 'Morning ride STRASSE été à Noël οδός \u212Aelvin'],
    ['title', "' or 1=1", ''],
    ['notes', 'Secret', 'Morning ride'],
    ['description', 'UPHILL', 'STRASSE'],
  ])('searches the %s regardless of case: %s', async (column, text, expected) => {
    const all: Changes[] = [
      { title: 'Morning ride', notes: 'a secret' },
      { title: 'STRASSE', description: 'it went uphill' },
      { title: 'été à Noël' },
      { title: 'οδός' },
      { title: '\u212Aelvin' },
    ]
    const query = new URLSearchParams({ [column]: text, order: 'asc' })
    expect(await listed(all, query.toString())).toBe(expected)
  })

  test.each([
    ['Europe/Paris', 'from=2024-05-04&to=2024-05-04', '0 1'],
    ['Europe/Paris', 'from=2024-05-05', '2'],
    ['Europe/Paris', 'to=2024-05-03', ''],
    ['Asia/Tokyo', 'to=2024-05-04', '0'],
    ['Asia/Tokyo', 'from=2024-05-05&to=2024-05-05', '1 2'],
    ['America/Los_Angeles', 'from=2024-05-04', '1 2'],
  ])("uses days in the user's time zone: %s, %s", async (timezone, query, expected) => {
    const server = await startWorkoutServer({ timezone })
    await given(server, [
      { workout_date: at('2024-05-03T22:00:00Z') },
      { workout_date: at('2024-05-04T21:59:59.999Z') },
      { workout_date: at('2024-05-04T22:00:00Z') },
    ])
    expect(titles(await server.get(`${PATH}?order=asc&${query}`))).toBe(expected)
  })

  test('filters by equipment, and includes it on request', async () => {
    const server = await startWorkoutServer()
    const { body } = await server.send('POST', '/api/equipments', {
      json: { label: 'Bike', equipment_type_id: 2 },
    })
    const { id } = body.data.equipments[0]
    await server.enter({ title: 'with', equipment_ids: [id] })
    await server.enter({ title: 'without' })
    expect(titles(await server.get(`${PATH}?equipment_id=${id}`))).toBe('with')
    expect(titles(await server.get(`${PATH}?equipment_id=none`))).toBe('without')
    const plain = await server.get(`${PATH}?equipment_id=${id}`)
    expect(plain.body.data.workouts[0].equipments).toEqual([])
    const shown = await server.get(`${PATH}?equipment_id=${id}&return_equipments=True`)
    expect(shown.body.data.workouts[0].equipments).toMatchObject([{ id, label: 'Bike' }])
  })

  test('includes the speed of all workouts when the page contains a sport with speed and there is no sport filter', async () => {
    const server = await startWorkoutServer()
    await given(server, [{ sport_id: 5 }, { sport_id: 1 }])
    const speeds = async (query: string) => {
      const { body } = await server.get(`${PATH}?order=asc${query}`)
      return body.data.workouts.map(({ ave_speed, ave_pace }: Record<string, unknown>) => [
        ave_speed,
        ave_pace,
      ])
    }
    expect(await speeds('')).toEqual([
      [20, '0:03:00'],
      [20, null],
    ])
    expect(await speeds('&sport_id=5')).toEqual([[null, '0:03:00']])
    expect(await speeds('&per_page=1')).toEqual([[null, '0:03:00']])
  })

  test('counts matches only when the page does not reveal the number', async () => {
    const server = await startWorkoutServer()
    await given(server, [{ title: 'Lake' }, { title: 'Late' }, { title: 'Forest' }])
    const count = countQueries(server.ctx)
    const search = async (query: string) => {
      await server.ctx.db.updateTable('app_config').set({ about: query }).execute()
      count()
      const { body } = await server.get(`${PATH}?title=${query}`)
      return [body.data.workouts.length, body.pagination.total, count()]
    }
    const [shown, total, statements = 0] = await search('la&per_page=1')
    expect([shown, total]).toEqual([1, 2])
    expect(await search('la')).toEqual([2, 2, statements - 1])
    expect(await search('la&per_page=1&page=2')).toEqual([1, 2, statements])
    expect((await search('sea')).slice(0, 2)).toEqual([0, 0])
    expect((await search('la&page=9')).slice(0, 2)).toEqual([0, 2])
  })
})
