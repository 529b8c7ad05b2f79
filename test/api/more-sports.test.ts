import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { anAdmin, aUser } from '../support/factories'

type Sport = { id: number; label: string; icon?: string; color: string | null; is_active: boolean }

async function open() {
  const { call, ctx } = startServer()
  const [admin, user] = [await anAdmin(ctx), await aUser(ctx)]
  const listIds = async (query = ''): Promise<number[]> =>
    (await call('GET', `/api/sports${query}`)).body.data.sports.map(({ id }: Sport) => id)
  const enter = (body: object) =>
    call('POST', '/api/workouts/no_gpx', {
      as: user,
      json: { workout_date: '2026-05-04 10:00', duration: 3600, ...body },
    })
  return { call, admin, user, listIds, enter }
}

const STRENGTH = 1001

describe('sports from id 1000', () => {
  test('are listed once a workout uses them', async () => {
    const { call, user, listIds, enter } = await open()
    expect(await listIds()).toHaveLength(29)
    expect(await listIds('?all=true')).toContain(STRENGTH)
    const { status, body } = await enter({ sport_id: STRENGTH })
    expect(status).toBe(201)
    expect(body.data.workouts[0]).toMatchObject({ sport_id: STRENGTH, distance: 0 })
    expect(await listIds()).toEqual([...Array.from({ length: 29 }, (_, at) => at + 1), STRENGTH])
    const records = await call('GET', '/api/records', { as: user })
    expect(
      records.body.data.records.map(({ record_type }: { record_type: string }) => record_type),
    ).toEqual(['LD'])
  })

  test('are listed once an administrator enables them, or a user has preferences', async () => {
    const { call, admin, user, listIds } = await open()
    await call('PATCH', '/api/sports/1002', { as: admin, json: { is_active: true } })
    await call('PATCH', '/api/auth/profile/edit/sports', {
      as: user,
      json: { sport_id: 1003, color: '#123456' },
    })
    expect((await listIds()).slice(29)).toEqual([1002, 1003])
  })

  test('need a distance only if they always have one', async () => {
    const { enter } = await open()
    expect((await enter({ sport_id: 5 })).status).toBe(400)
    expect((await enter({ sport_id: 1201, distance: 0 })).status).toBe(400)
    expect((await enter({ sport_id: 1101, distance: 0 })).status).toBe(201)
    expect((await enter({ sport_id: 1101, distance: 5 })).body.data.workouts[0].distance).toBe(5)
    expect((await enter({ sport_id: STRENGTH, distance: -1 })).status).toBe(400)
  })
})

describe('POST /api/sports', () => {
  test('adds a sport that behaves like another one', async () => {
    const { call, admin, listIds, enter } = await open()
    const body = { label: ' Canicross ', behaves_like: 5, icon: 'run', color: '#aa3300' }
    const added = await call('POST', '/api/sports', { as: admin, json: body })
    expect(added.status).toBe(201)
    expect(added.body.data.sports[0]).toEqual({
      ...{ color: '#aa3300', default_equipments: [], icon: 'run', id: 50_001, is_active: true },
      ...{ is_active_for_user: true, label: 'Canicross', pace_speed_display: 'pace' },
      stopped_speed_threshold: 1,
    })
    expect(await listIds()).toContain(50_001)
    const run = await enter({ sport_id: 50_001, distance: 10 })
    expect(run.body.data.workouts[0]).toMatchObject({ ave_pace: '0:06:00' })
  })

  test('gives it the icon and colour of a sport that FitTrackee lacks', async () => {
    const { call, admin } = await open()
    const body = { label: 'Kettlebells', behaves_like: STRENGTH }
    const added = await call('POST', '/api/sports', { as: admin, json: body })
    expect(added.body.data.sports[0]).toMatchObject({ id: 10_010_001, icon: 'barbell' })
    const next = await call('POST', '/api/sports', { as: admin, json: { ...body, label: 'Rings' } })
    expect(next.body.data.sports[0].id).toBe(10_010_002)
  })

  test('is for administrators', async () => {
    const { call, user } = await open()
    const body = { label: 'Canicross', behaves_like: 5 }
    expect((await call('POST', '/api/sports', { as: user, json: body })).status).toBe(403)
    expect((await call('POST', '/api/sports', { json: body })).status).toBe(401)
  })

  test.each([
    [{ label: 'running', behaves_like: 5 }, 'sport with the same label already exists'],
    [{ label: ' ', behaves_like: 5 }, 'the label of a sport has 1 to 50 characters'],
    [{ label: 'x'.repeat(51), behaves_like: 5 }, 'the label of a sport has 1 to 50 characters'],
    [{ label: 'A', behaves_like: 999 }, 'sport (id 999) is not in the catalogue'],
    [{ label: 'A', behaves_like: 50_001 }, 'sport (id 50001) is not in the catalogue'],
    [{ label: 'A', behaves_like: 5, icon: 'cat' }, "icon 'cat' does not exist"],
    [{ label: 'A', behaves_like: 5, color: 'red' }, 'invalid hexadecimal color'],
    [{ label: 'A' }, 'invalid payload'],
  ])('rejects %p', async (body, message) => {
    const { call, admin } = await open()
    const { status, body: error } = await call('POST', '/api/sports', { as: admin, json: body })
    expect({ status, message: error.message }).toEqual({ status: 400, message })
  })
})

describe('custom sports', () => {
  async function withSport() {
    const opened = await open()
    const body = { label: 'Canicross', behaves_like: 5 }
    await opened.call('POST', '/api/sports', { as: opened.admin, json: body })
    const change = (body: object, id = 50_001) =>
      opened.call('PATCH', `/api/sports/${id}`, { as: opened.admin, json: body })
    return { ...opened, change }
  }

  test('can be changed, unlike those of the catalogue', async () => {
    const { change } = await withSport()
    const { body } = await change({ label: 'Dog Run', icon: 'walk', color: '#001122' })
    expect(body.data.sports[0]).toMatchObject({
      ...{ label: 'Dog Run', icon: 'walk', color: '#001122' },
    })
    expect((await change({ label: 'DOG run' })).status).toBe(200)
    expect((await change({ icon: null })).body.data.sports[0].icon).toBeUndefined()
    expect((await change({})).status).toBe(400)
    expect((await change({ label: 'Run' }, 5)).body.message).toBe('invalid payload')
    const disabled = await change({ is_active: false, label: 'Run' }, 5)
    expect(disabled.body.data.sports[0]).toMatchObject({ is_active: false, label: 'Running' })
    expect((await change({ label: 'Run' }, 50_077)).status).toBe(404)
  })

  test('can be deleted until they have workouts', async () => {
    const { call, admin, user, listIds, enter } = await withSport()
    await call('PATCH', '/api/auth/profile/edit/sports', {
      as: user,
      json: { sport_id: 50_001, color: '#123456' },
    })
    const remove = (id: number) => call('DELETE', `/api/sports/${id}`, { as: admin })
    const entered = await enter({ sport_id: 50_001, distance: 10 })
    expect((await remove(50_001)).body.message).toBe('sport has workouts and cannot be deleted')
    await call('DELETE', `/api/workouts/${entered.body.data.workouts[0].id}`, { as: user })
    expect((await remove(50_001)).status).toBe(204)
    expect(await listIds()).toHaveLength(29)
    expect((await remove(50_001)).status).toBe(404)
    expect((await remove(5)).body.message).toBe('only custom sports can be deleted')
  })
})
