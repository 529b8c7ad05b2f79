import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { BIKE, MISC, RACKET, SHOES, startEquipmentServer } from '../support/equipments'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'

const PATH = '/api/equipments'
const unknownItem = { data: { equipments: [] }, message: 'not found', status: 'not found' }
const error = (message: string) => ({ message, status: 'error' })
const shoes = { label: 'Red shoes', equipment_type_id: SHOES }

describe('POST /api/equipments', () => {
  test('checks the token and suspension before the body', async () => {
    const { call, ctx } = startServer()
    expect((await call('POST', PATH, { json: {} })).status).toBe(401)
    const as = await aSuspendedUser(ctx)
    expect((await call('POST', PATH, { as, json: {} })).status).toBe(403)
  })

  test.each(['{', 'null', '[1]', '"text"'])('rejects the body %p', async (body) => {
    const { call, user: as } = await startEquipmentServer()
    const headers = { 'content-type': 'application/json' }
    const answer = await call('POST', PATH, { as, body, headers })
    expect(answer).toMatchObject({ status: 400, body: error('invalid payload') })
  })

  test.each([
    {},
    { label: 'Shoes' },
    { equipment_type_id: SHOES },
    { label: '', equipment_type_id: SHOES },
    { label: null, equipment_type_id: SHOES },
    { label: 'Shoes', equipment_type_id: null },
    { label: 'x'.repeat(51) },
  ])('requires label and type when the body is %j', async (json) => {
    const { create } = await startEquipmentServer()
    const message = "the 'label' and 'equipment_type_id' parameters must be provided"
    expect(await create(json)).toMatchObject({ status: 400, body: error(message) })
  })

  test.each([
    [{ label: 'x'.repeat(51), equipment_type_id: 99 }, 'label exceeds 50 characters'],
    [{ label: 'Taken', equipment_type_id: 99 }, 'equipment already exists with the same label'],
    [
      { label: 'New', equipment_type_id: 99, default_for_sport_ids: [99] },
      'invalid equipment type id',
    ],
    [{ label: 'New', equipment_type_id: 'one' }, 'invalid equipment type id'],
    [{ label: 'New', equipment_type_id: true }, 'invalid equipment type id'],
    [{ label: 'New', equipment_type_id: [1] }, 'invalid equipment type id'],
    [
      { label: 'New', equipment_type_id: 11, default_for_sport_ids: [99] },
      'equipment type is inactive',
    ],
    [
      { label: 'New', equipment_type_id: BIKE, default_for_sport_ids: [5, 99], visibility: 'all' },
      "invalid sport 'Running' for equipment type 'Bike'",
    ],
    [
      { label: 'New', equipment_type_id: BIKE, default_for_sport_ids: [99, 5] },
      'sport (id 99) does not exist',
    ],
    [
      { label: 'New', equipment_type_id: BIKE, default_for_sport_ids: ['one'] },
      'sport (id one) does not exist',
    ],
    [
      { label: 'New', equipment_type_id: MISC, default_for_sport_ids: [1], visibility: 'all' },
      'invalid visibility',
    ],
    [
      { label: 'New', equipment_type_id: MISC, description: 'x'.repeat(201) },
      'description exceeds 200 characters',
    ],
    [{ label: 7, equipment_type_id: MISC }, 'invalid payload'],
    [{ label: 'New', equipment_type_id: MISC, description: 7 }, 'invalid payload'],
    [{ label: 'New', equipment_type_id: MISC, is_active: 'yes' }, 'invalid payload'],
    [{ label: 'New', equipment_type_id: MISC, default_for_sport_ids: 1 }, 'invalid payload'],
    [{ label: 'New', equipment_type_id: MISC, default_for_sport_ids: [{}] }, 'invalid payload'],
  ])('reports the first problem of %j', async (json, message) => {
    const { create, call, ctx, fillWithMisc } = await startEquipmentServer()
    const off = { as: await anAdmin(ctx), json: { is_active: false } }
    await call('PATCH', '/api/equipment-types/11', off)
    await create({ label: 'Taken', equipment_type_id: SHOES })
    await fillWithMisc(1)
    expect(await create(json)).toMatchObject({ status: 400, body: error(message) })
  })

  test('accepts numbers as strings of digits', async () => {
    const { create } = await startEquipmentServer()
    const json = { label: 'New', equipment_type_id: '2', default_for_sport_ids: ['1', 1, '2'] }
    expect((await create(json)).body.data.equipments).toMatchObject([
      { equipment_type: { id: BIKE }, default_for_sport_ids: [1, 2] },
    ])
  })

  test('returns the whole item', async () => {
    const { create, user } = await startEquipmentServer()
    const { status, body } = await create(shoes)
    const [{ id, ...item }] = body.data.equipments
    expect(status).toBe(201)
    expect(body.status).toBe('created')
    expect(id).toMatch(/^[2-9A-HJ-NP-Za-km-z]{22}$/)
    expect(item).toEqual({
      creation_date: 'Sat, 14 Mar 2026 12:00:00 GMT',
      default_for_sport_ids: [],
      description: null,
      equipment_type: { id: SHOES, is_active: true, label: 'Shoes' },
      is_active: true,
      label: 'Red shoes',
      total_distance: 0,
      total_duration_in_hours: 0,
      total_moving: 0,
      user_id: user.id,
      visibility: 'private',
      workouts_count: 0,
    })
  })

  test('stores the given values, under either name of the type', async () => {
    const { create } = await startEquipmentServer()
    const given = {
      label: 'ü'.repeat(50),
      description: '😀'.repeat(200),
      is_active: false,
      visibility: 'followers_only',
      default_for_sport_ids: [25, 24, 25],
    }
    const { status, body } = await create({ ...given, equipment_type: RACKET })
    expect(status).toBe(201)
    expect(body.data.equipments[0]).toMatchObject({
      ...given,
      default_for_sport_ids: [25, 24],
      equipment_type: { id: RACKET, label: 'Racket' },
      total_distance: null,
    })
  })

  test('prefers equipment_type_id when both names of the type are given', async () => {
    const { make } = await startEquipmentServer()
    const item = await make({ label: 'x', equipment_type_id: BIKE, equipment_type: SHOES })
    expect(item.equipment_type.id).toBe(BIKE)
  })

  test('allows two users to have the same label', async () => {
    const { create, ctx } = await startEquipmentServer()
    await create(shoes)
    expect((await create(shoes, await aUser(ctx))).status).toBe(201)
  })

  test('replaces the default of the same type and leaves those of other types', async () => {
    const { make, look, send } = await startEquipmentServer()
    const old = await make({ ...shoes, default_for_sport_ids: [1, 5] })
    const bike = await make({ label: 'Bike', equipment_type_id: BIKE, default_for_sport_ids: [1] })
    const fresh = await make({ ...shoes, label: 'New', default_for_sport_ids: [1] })
    expect((await look(old.id)).default_for_sport_ids).toEqual([5])
    expect((await look(bike.id)).default_for_sport_ids).toEqual([1])
    const { body } = await send('GET', '/api/sports/1')
    const defaults = body.data.sports[0].default_equipments
    expect(defaults.map(({ id }: { id: string }) => id)).toEqual([bike.id, fresh.id])
  })

  test('creates a preference with default equipment for each sport that has none', async () => {
    const { make, send } = await startEquipmentServer()
    const change = { sport_id: 5, color: '#112233', pace_speed_display: 'speed' }
    await send('PATCH', '/api/auth/profile/edit/sports', change)
    await make({ ...shoes, default_for_sport_ids: [3, 5] })
    const hiking = (await send('GET', '/api/sports/3')).body.data.sports[0]
    expect(hiking).toMatchObject({ color: null, pace_speed_display: 'pace' })
    expect(hiking.stopped_speed_threshold).toBe(0.1)
    expect(hiking.default_equipments).toHaveLength(1)
    const running = (await send('GET', '/api/sports/5')).body.data.sports[0]
    expect(running).toMatchObject({ color: '#112233', pace_speed_display: 'speed' })
  })

  test('rejects a sixth Misc item for a sport and saves nothing', async () => {
    const { create, fillWithMisc, send } = await startEquipmentServer()
    await fillWithMisc(5)
    const sixth = { label: 'Sixth', equipment_type_id: MISC, default_for_sport_ids: [1, 5] }
    const { status, body } = await create(sixth)
    expect(status).toBe(400)
    expect(body).toEqual({
      message: 'a maximum of 5 pieces of Misc equipment can be added',
      sport_ids: [5],
      status: 'limit_exceeded',
    })
    expect((await send('GET', PATH)).body.data.equipments).toHaveLength(5)
    const cycling = (await send('GET', '/api/sports/1')).body.data.sports[0]
    expect(cycling.default_equipments).toEqual([])
  })

  test('returns 500 when the item cannot be saved', async () => {
    const { create, ctx } = await startEquipmentServer()
    await ctx.db.schema.dropTable('default_equipments').execute()
    const answer = await create({ ...shoes, default_for_sport_ids: [1] })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ message: 'Error during equipment save', status: 'fail' })
  })
})

describe('GET /api/equipments', () => {
  test("lists only the caller's items, in the order of creation", async () => {
    const { make, send, ctx } = await startEquipmentServer()
    const first = await make({ ...shoes, label: 'z', default_for_sport_ids: [5, 1] })
    await make(shoes, await aUser(ctx))
    const second = await make({ label: 'a', equipment_type_id: BIKE })
    const { status, body } = await send('GET', PATH)
    expect(status).toBe(200)
    expect(body).toEqual({ data: { equipments: [first, second] }, status: 'success' })
  })

  test('can be filtered by type', async () => {
    const { make, send } = await startEquipmentServer()
    await make(shoes)
    const bike = await make({ label: 'a', equipment_type_id: BIKE })
    const { body } = await send('GET', `${PATH}?equipment_type_id=2`)
    expect(body.data.equipments).toEqual([bike])
    const none = await send('GET', `${PATH}?equipment_type_id=99`)
    expect(none.body.data.equipments).toEqual([])
    const all = await send('GET', `${PATH}?equipment_type_id=`)
    expect(all.body.data.equipments).toHaveLength(2)
  })

  test('rejects a type that is not a number', async () => {
    const { send } = await startEquipmentServer()
    const answer = await send('GET', `${PATH}?equipment_type_id=bike`)
    expect(answer).toMatchObject({ status: 400, body: error('invalid payload') })
  })

  test('is open to suspended accounts', async () => {
    const { send, ctx } = await startEquipmentServer()
    const as = await aSuspendedUser(ctx)
    expect(await send('GET', PATH, undefined, as)).toMatchObject({
      status: 200,
      body: { data: { equipments: [] }, status: 'success' },
    })
  })
})

describe('GET /api/equipments/{equipment_short_id}', () => {
  test('returns one item', async () => {
    const { make, send } = await startEquipmentServer()
    const item = await make(shoes)
    const { body } = await send('GET', `${PATH}/${item.id}`)
    expect(body).toEqual({ data: { equipments: [item] }, status: 'success' })
  })

  test.each(['abc', '0OIl', '2AXUtXDfi8HwaAHdf6BDaa', `${'z'.repeat(300)}`])(
    'returns an empty list for the id %s',
    async (id) => {
      const { send } = await startEquipmentServer()
      expect(await send('GET', `${PATH}/${id}`)).toMatchObject({ status: 404, body: unknownItem })
    },
  )

  test('hides items of others, whatever their visibility', async () => {
    const { make, send, ctx } = await startEquipmentServer()
    const item = await make({ ...shoes, visibility: 'public' })
    const stranger = await aUser(ctx)
    const path = `${PATH}/${item.id}`
    for (const method of ['GET', 'DELETE'])
      expect((await send(method, path, undefined, stranger)).body).toEqual(unknownItem)
    expect((await send('POST', `${path}/refresh`, undefined, stranger)).body).toEqual(unknownItem)
    expect((await send('PATCH', path, { label: 'x' }, stranger)).body).toEqual(unknownItem)
  })
})

describe('POST /api/equipments/{equipment_short_id}/refresh', () => {
  test('recomputes the totals from the workouts', async () => {
    const { make, ride, send, ctx } = await startEquipmentServer()
    const item = await make({ ...shoes, default_for_sport_ids: [5] })
    await ride([item.id])
    await ride([item.id], 5)
    await ctx.db
      .updateTable('equipments')
      .set({ total_distance: 1, total_duration: 2, total_moving: 3, total_workouts: 4 })
      .execute()
    const { status, body } = await send('POST', `${PATH}/${item.id}/refresh`)
    expect(status).toBe(200)
    expect(body.status).toBe('success')
    const totals = {
      total_distance: 20,
      total_duration_in_hours: 1,
      workouts_count: 2,
      total_moving: 3600,
    }
    expect(body.data.equipments).toEqual([{ ...item, ...totals }])
  })
})

describe('DELETE /api/equipments/{equipment_short_id}', () => {
  test('deletes an item that was never used', async () => {
    const { make, send } = await startEquipmentServer()
    const item = await make({ ...shoes, default_for_sport_ids: [5] })
    const { status, body } = await send('DELETE', `${PATH}/${item.id}`)
    expect({ status, body }).toEqual({ status: 204, body: '' })
    expect((await send('GET', `${PATH}/${item.id}`)).status).toBe(404)
    const running = (await send('GET', '/api/sports/5')).body.data.sports[0]
    expect(running.default_equipments).toEqual([])
  })

  test('rejects the deletion of an item in use, unless forced', async () => {
    const { make, ride, send } = await startEquipmentServer()
    const item = await make(shoes)
    const workout = await ride([item.id])
    const refused = await send('DELETE', `${PATH}/${item.id}`)
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual(
      error(
        "you cannot delete equipment that has workouts associated with it without 'force' parameter",
      ),
    )
    expect((await send('DELETE', `${PATH}/${item.id}?force`)).status).toBe(204)
    const { body } = await send('GET', `/api/workouts/${workout}`)
    expect(body.data.workouts[0].equipments).toEqual([])
  })

  test.each(['?force=false', '?force=', '?force&force'])(
    'accepts %s for the flag',
    async (query) => {
      const { make, ride, send } = await startEquipmentServer()
      const item = await make(shoes)
      await ride([item.id])
      expect((await send('DELETE', `${PATH}/${item.id}${query}`)).status).toBe(204)
    },
  )
})
