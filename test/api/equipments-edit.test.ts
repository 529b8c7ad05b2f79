import { describe, expect, test } from 'bun:test'
import { BIKE, MISC, SHOES, startEquipmentServer } from '../support/equipments'
import { anAdmin } from '../support/factories'

const error = (message: string) => ({ message, status: 'error' })
const UNKNOWN_ID = '2AXUtXDfi8HwaAHdf6BDaa'
const tooMuchMisc = (sportIds: number[]) => ({
  message: 'a maximum of 5 pieces of Misc equipment can be added',
  sport_ids: sportIds,
  status: 'limit_exceeded',
})

describe('PATCH /api/equipments/{equipment_short_id}', () => {
  test.each([
    [{}, 'no request data was supplied'],
    [{ id: 'x', workouts_count: 3 }, 'no valid parameters supplied'],
  ])('rejects %j before it looks up the item', async (json, message) => {
    const { edit } = await startEquipmentServer()
    expect(await edit(UNKNOWN_ID, json)).toMatchObject({ status: 400, body: error(message) })
  })

  test('returns an empty list for an unknown item, whatever the values', async () => {
    const { edit } = await startEquipmentServer()
    const answer = await edit(UNKNOWN_ID, { label: 'x'.repeat(51) })
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({
      data: { equipments: [] },
      message: 'not found',
      status: 'not found',
    })
  })

  test.each([
    [{ label: 'x'.repeat(51), visibility: 'all' }, 'label exceeds 50 characters'],
    [{ label: 'Taken', visibility: 'all' }, 'equipment already exists with the same label'],
    [{ label: '' }, 'invalid payload'],
    [{ label: null }, 'invalid payload'],
    [{ visibility: 'all', equipment_type_id: 99 }, 'invalid visibility'],
    [{ equipment_type_id: 99, default_for_sport_ids: [99] }, 'invalid equipment type id'],
    [{ equipment_type_id: 'Bike' }, 'invalid equipment type id'],
    [{ equipment_type_id: 11, default_for_sport_ids: [99] }, 'equipment type is inactive'],
    [{ default_for_sport_ids: [99] }, 'sport (id 99) does not exist'],
    [{ default_for_sport_ids: [9] }, "invalid sport 'Skiing (Alpine)' for equipment type 'Shoes'"],
    [
      { equipment_type_id: BIKE, default_for_sport_ids: [5, 1] },
      "invalid sport 'Running' for equipment type 'Bike'",
    ],
    [{ description: 'x'.repeat(201) }, 'description exceeds 200 characters'],
    [{ is_active: 1 }, 'invalid payload'],
    [{ is_active: null }, 'invalid payload'],
    [{ default_for_sport_ids: { 0: 1 } }, 'invalid payload'],
  ])('reports the first problem of %j and changes nothing', async (json, message) => {
    const { make, edit, look, call, ctx } = await startEquipmentServer()
    const off = { as: await anAdmin(ctx), json: { is_active: false } }
    await call('PATCH', '/api/equipment-types/11', off)
    await make({ label: 'Taken', equipment_type_id: BIKE })
    const item = await make({
      label: 'Mine',
      equipment_type_id: SHOES,
      default_for_sport_ids: [5],
    })
    expect(await edit(item.id, json)).toMatchObject({ status: 400, body: error(message) })
    expect(await look(item.id)).toEqual(item)
  })

  test('changes the given values and nothing else', async () => {
    const { make, edit } = await startEquipmentServer()
    const item = await make({
      label: 'Mine',
      description: 'Old',
      equipment_type_id: SHOES,
      default_for_sport_ids: [5, 1],
    })
    for (const change of [
      { label: 'Yours' },
      { description: null },
      { is_active: false },
      { visibility: 'public' },
    ]) {
      Object.assign(item, change)
      const { status, body } = await edit(item.id, change)
      expect(status).toBe(200)
      expect(body).toEqual({ data: { equipments: [item] }, status: 'success' })
    }
  })

  test.each([
    { label: 'Mine' },
    { default_for_sport_ids: null },
    { equipment_type_id: SHOES },
    { equipment_type_id: `${SHOES}` },
  ])('ignores %j', async (json) => {
    const { make, edit } = await startEquipmentServer()
    const item = await make({
      label: 'Mine',
      equipment_type_id: SHOES,
      default_for_sport_ids: [5],
    })
    expect((await edit(item.id, json)).body.data.equipments).toEqual([item])
  })

  test('accepts an item as it was returned', async () => {
    const { make, edit } = await startEquipmentServer()
    const item = await make({ label: 'Mine', equipment_type_id: BIKE, default_for_sport_ids: [1] })
    expect((await edit(item.id, { ...item, label: 'Ours' })).body.data.equipments).toEqual([
      { ...item, label: 'Ours' },
    ])
  })

  test('accepts the current type even if it is inactive', async () => {
    const { make, edit, call, ctx } = await startEquipmentServer()
    const item = await make({ label: 'Mine', equipment_type_id: BIKE })
    const off = { as: await anAdmin(ctx), json: { is_active: false } }
    await call('PATCH', '/api/equipment-types/2', off)
    const { status } = await edit(item.id, { label: 'Ours', equipment_type_id: BIKE })
    expect(status).toBe(200)
  })

  test('returns 500 when the item cannot be saved', async () => {
    const { make, edit, ctx } = await startEquipmentServer()
    const item = await make({ label: 'Mine', equipment_type_id: BIKE })
    await ctx.db.schema.dropTable('sports').execute()
    const answer = await edit(item.id, { default_for_sport_ids: [1] })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ message: 'Error during equipment update', status: 'fail' })
  })
})

describe('the default sports of a changed item', () => {
  test('stay in the order in which they were set', async () => {
    const { make, edit } = await startEquipmentServer()
    const item = await make({
      label: 'Mine',
      equipment_type_id: SHOES,
      default_for_sport_ids: [8, 5, 1],
    })
    const { body } = await edit(item.id, { default_for_sport_ids: [1, 3, 8] })
    expect(body.data.equipments[0].default_for_sport_ids).toEqual([8, 1, 3])
  })

  test('are removed from other items of the type', async () => {
    const { make, edit, look } = await startEquipmentServer()
    const json = { equipment_type_id: SHOES, default_for_sport_ids: [5] }
    const old = await make({ ...json, label: 'Old' })
    const fresh = await make({ label: 'New', equipment_type_id: SHOES })
    await edit(fresh.id, { default_for_sport_ids: [5] })
    expect((await look(old.id)).default_for_sport_ids).toEqual([])
    expect((await look(fresh.id)).default_for_sport_ids).toEqual([5])
  })

  test('can be cleared', async () => {
    const { make, edit } = await startEquipmentServer()
    const item = await make({ label: 'x', equipment_type_id: SHOES, default_for_sport_ids: [5] })
    const { body } = await edit(item.id, { default_for_sport_ids: [] })
    expect(body.data.equipments[0].default_for_sport_ids).toEqual([])
  })

  test('have at most five Misc items each, which may include the item itself', async () => {
    const { make, edit, look, fillWithMisc } = await startEquipmentServer()
    const [first] = await fillWithMisc(5)
    const again = await edit(first.id, { default_for_sport_ids: [5, 1] })
    expect(again.body.data.equipments[0].default_for_sport_ids).toEqual([5, 1])
    const sixth = await make({ label: 'Sixth', equipment_type_id: MISC })
    const refused = await edit(sixth.id, { label: 'No', default_for_sport_ids: [1, 5] })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual(tooMuchMisc([5]))
    expect(await look(sixth.id)).toEqual(sixth)
  })
})

describe('a change of type', () => {
  test.each([BIKE, MISC])(
    'to %i removes the item from workouts and default sports',
    async (type) => {
      const { make, edit, ride, send } = await startEquipmentServer()
      const item = await make({
        label: 'Mine',
        equipment_type_id: SHOES,
        default_for_sport_ids: [5, 1],
      })
      const workout = await ride([item.id])
      const { status, body } = await edit(item.id, { equipment_type_id: type })
      expect(status).toBe(200)
      expect(body.data.equipments[0]).toMatchObject({
        default_for_sport_ids: [],
        equipment_type: { id: type },
        total_distance: 0,
        total_duration_in_hours: 0,
        workouts_count: 0,
      })
      const seen = await send('GET', `/api/workouts/${workout}`)
      expect(seen.body.data.workouts[0].equipments).toEqual([])
    },
  )

  test('sets the default sports of the payload', async () => {
    const { make, edit, look } = await startEquipmentServer()
    const other = await make({ label: 'A', equipment_type_id: BIKE, default_for_sport_ids: [1, 2] })
    const item = await make({ label: 'B', equipment_type_id: SHOES, default_for_sport_ids: [5] })
    const change = { equipment_type_id: BIKE, default_for_sport_ids: [2, 4] }
    const { body } = await edit(item.id, change)
    expect(body.data.equipments[0].default_for_sport_ids).toEqual([2, 4])
    expect((await look(other.id)).default_for_sport_ids).toEqual([1])
  })

  test('drops unsuitable sports from an unchanged list', async () => {
    const { make, edit } = await startEquipmentServer()
    const json = { label: 'B', equipment_type_id: SHOES, default_for_sport_ids: [5, 2, 1] }
    const item = await make(json)
    const { status, body } = await edit(item.id, { ...json, equipment_type_id: BIKE })
    expect(status).toBe(200)
    expect(body.data.equipments[0].default_for_sport_ids).toEqual([2, 1])
  })

  test('to Misc is rejected when a sport of the payload has five Misc items', async () => {
    const { make, edit, look, ride, fillWithMisc } = await startEquipmentServer()
    await fillWithMisc(5)
    const item = await make({ label: 'B', equipment_type_id: SHOES, default_for_sport_ids: [5] })
    await ride([item.id])
    const before = await look(item.id)
    const change = { equipment_type_id: MISC, default_for_sport_ids: [5] }
    const { status, body } = await edit(item.id, change)
    expect(status).toBe(400)
    expect(body).toEqual(tooMuchMisc([5]))
    expect(await look(item.id)).toEqual(before)
  })
})
