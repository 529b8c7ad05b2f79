import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { BIKE, MISC, SHOES, startEquipmentServer } from '../support/equipments'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'

const PATH = '/api/auth/profile/edit/sports'
const RESET = '/api/auth/profile/reset/sports'
const UNKNOWN_ID = '2AXUtXDfi8HwaAHdf6BDaa'
const RUNNING = 5
const error = (message: string) => ({ message, status: 'error' })
const unknownSport = { message: 'sport does not exist', status: 'not found' }

describe('PATCH /api/auth/profile/edit/sports', () => {
  test('rejects suspended accounts before it reads the body', async () => {
    const { call, ctx } = startServer()
    const as = await aSuspendedUser(ctx)
    expect((await call('PATCH', PATH, { as, json: {} })).status).toBe(403)
  })

  test.each([
    {},
    { sport_id: RUNNING },
    { sport_id: RUNNING, label: 'Jogging' },
    { color: '#123456' },
    { color: '#123456', is_active: true },
    { sport_id: RUNNING, is_active: 'yes' },
    { sport_id: RUNNING, pace_speed_display: 'both' },
  ])('rejects the body %j', async (json) => {
    const { send } = await startEquipmentServer()
    const answer = await send('PATCH', PATH, json)
    expect(answer).toMatchObject({ status: 400, body: error('invalid payload') })
  })

  test.each([99, null, '99', 1.5, true])(
    'rejects unknown sports, whatever the other values: %j',
    async (sport_id) => {
      const { send } = await startEquipmentServer()
      const json = { sport_id, color: 'red', pace_speed_display: 'both' }
      const answer = await send('PATCH', PATH, json)
      expect(answer).toMatchObject({ status: 404, body: unknownSport })
    },
  )

  test.each([{ is_active: null }, { pace_speed_display: null }, { pace_speed_display: '' }])(
    'ignores empty values: %j',
    async (json) => {
      const { send } = await startEquipmentServer()
      await send('PATCH', PATH, {
        sport_id: RUNNING,
        is_active: false,
        pace_speed_display: 'speed',
      })
      const { status, body } = await send('PATCH', PATH, { sport_id: RUNNING, ...json })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ is_active: false, pace_speed_display: 'speed' })
    },
  )

  test.each([
    [
      { stopped_speed_threshold: 'fast', color: 'red' },
      "'stopped_speed_threshold' must be an integer greater then 0",
    ],
    [{ stopped_speed_threshold: 0 }, "'stopped_speed_threshold' must be an integer greater then 0"],
    [
      { stopped_speed_threshold: true },
      "'stopped_speed_threshold' must be an integer greater then 0",
    ],
    [{ color: 'red', pace_speed_display: 'both' }, 'invalid hexadecimal color'],
    [{ color: '#12345' }, 'invalid hexadecimal color'],
    [{ color: 123 }, 'invalid hexadecimal color'],
    [
      { pace_speed_display: 'pace', default_equipment_ids: 'x' },
      "invalid pace_speed_display for sport 'Cycling (Sport)', only speed can be displayed.",
    ],
    [
      { pace_speed_display: 'pace_and_speed' },
      "invalid pace_speed_display for sport 'Cycling (Sport)', only speed can be displayed.",
    ],
    [{ default_equipment_ids: 'x' }, 'equipment_ids must be an array of strings'],
    [{ default_equipment_ids: [1] }, 'equipment_ids must be an array of strings'],
  ])('reports the first problem of %j and saves nothing', async (changes, message) => {
    const { send } = await startEquipmentServer()
    const answer = await send('PATCH', PATH, { sport_id: 1, is_active: false, ...changes })
    expect(answer).toMatchObject({ status: 400, body: error(message) })
    expect((await send('GET', '/api/sports/1')).body.data.sports[0].is_active_for_user).toBe(true)
  })

  test('returns the whole preference, based on the defaults of the sport', async () => {
    const { send, user } = await startEquipmentServer()
    const { status, body } = await send('PATCH', PATH, { sport_id: RUNNING, color: '#aB1' })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        color: '#aB1',
        default_equipment_ids: [],
        default_equipments: [],
        is_active: true,
        pace_speed_display: 'pace',
        sport_id: RUNNING,
        stopped_speed_threshold: 1,
        user_id: user.id,
      },
      message: 'user sport preferences updated',
      status: 'success',
    })
  })

  test('changes the given values and nothing else', async () => {
    const { send } = await startEquipmentServer()
    const change = async (changes: object) =>
      (await send('PATCH', PATH, { sport_id: RUNNING, ...changes })).body.data
    await change({ stopped_speed_threshold: 0.5 })
    await change({ color: '#112233' })
    await change({ pace_speed_display: 'pace_and_speed' })
    await change({ color: '' })
    await change({ color: null })
    expect(await change({ is_active: false })).toMatchObject({
      color: '#112233',
      is_active: false,
      pace_speed_display: 'pace_and_speed',
      stopped_speed_threshold: 0.5,
    })
    const sport = (await send('GET', `/api/sports/${RUNNING}`)).body.data.sports[0]
    expect(sport).toMatchObject({
      color: '#112233',
      is_active: true,
      is_active_for_user: false,
      pace_speed_display: 'pace_and_speed',
      stopped_speed_threshold: 0.5,
    })
  })

  test('does not affect preferences of other users', async () => {
    const { send, ctx } = await startEquipmentServer()
    const other = await aUser(ctx)
    await send('PATCH', PATH, { sport_id: RUNNING, color: '#112233' })
    const seen = await send('GET', `/api/sports/${RUNNING}`, undefined, other)
    expect(seen.body.data.sports[0].color).toBeNull()
  })

  test('accepts the sport id as a string of digits', async () => {
    const { send } = await startEquipmentServer()
    const { body } = await send('PATCH', PATH, { sport_id: `${RUNNING}`, color: '#123456' })
    expect(body.data).toMatchObject({ sport_id: RUNNING, color: '#123456' })
  })

  test('works the same with POST', async () => {
    const { send } = await startEquipmentServer()
    const { status, body } = await send('POST', PATH, { sport_id: 6, color: '#000' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ sport_id: 6, color: '#000' })
  })
})

describe('the default equipment of a sport', () => {
  /** A user with shoes, sneakers and a bike. */
  async function startWithEquipment() {
    const server = await startEquipmentServer()
    const { make, send } = server
    return {
      ...server,
      shoes: await make({ label: 'Shoes', equipment_type_id: SHOES }),
      sneakers: await make({ label: 'Sneakers', equipment_type_id: SHOES }),
      bike: await make({ label: 'Bike', equipment_type_id: BIKE }),
      prefer: (default_equipment_ids: unknown, sport_id = 1) =>
        send('PATCH', PATH, { sport_id, default_equipment_ids }),
    }
  }

  test('is replaced by the given list', async () => {
    const { prefer, look, shoes, sneakers, bike } = await startWithEquipment()
    await prefer([shoes.id, bike.id])
    const { body } = await prefer([sneakers.id, bike.id, bike.id])
    expect(body.data.default_equipment_ids).toEqual([bike.id, sneakers.id])
    expect(body.data.default_equipments).toEqual([await look(bike.id), await look(sneakers.id)])
    expect((await look(shoes.id)).default_for_sport_ids).toEqual([])
    expect((await look(bike.id)).default_for_sport_ids).toEqual([1])
  })

  test.each([[[]], [''], [null]])('is cleared by %j', async (nothing) => {
    const { prefer, look, shoes } = await startWithEquipment()
    await prefer([shoes.id])
    expect((await prefer(nothing)).body.data.default_equipments).toEqual([])
    expect((await look(shoes.id)).default_for_sport_ids).toEqual([])
  })

  test('must exist and belong to the user', async () => {
    const { prefer, make, ctx, bike } = await startWithEquipment()
    const theirs = await make({ label: 'x', equipment_type_id: BIKE }, await aUser(ctx))
    for (const id of [UNKNOWN_ID, '0OIl', theirs.id]) {
      const { status, body } = await prefer([bike.id, id])
      expect(status).toBe(400)
      expect(body).toEqual({
        equipment_id: id,
        message: `equipment with id ${id} does not exist`,
        status: 'not_found',
      })
    }
  })

  test('must be active, or already a default', async () => {
    const { prefer, edit, shoes, bike } = await startWithEquipment()
    await prefer([shoes.id])
    await edit(shoes.id, { is_active: false })
    await edit(bike.id, { is_active: false })
    expect((await prefer([shoes.id])).status).toBe(200)
    expect((await prefer([shoes.id, bike.id])).body).toEqual({
      equipment_id: bike.id,
      message: `equipment with id ${bike.id} is inactive`,
      status: 'inactive',
    })
  })

  test('must match the sport', async () => {
    const { prefer, bike } = await startWithEquipment()
    expect((await prefer([bike.id], RUNNING)).body).toEqual({
      equipment_id: bike.id,
      message: `invalid equipment id ${bike.id} for sport Running`,
      status: 'invalid',
    })
  })

  test('is one item of each type, but up to five of type Misc', async () => {
    const { prefer, make, fillWithMisc, shoes, sneakers } = await startWithEquipment()
    expect((await prefer([shoes.id, sneakers.id])).body).toEqual(
      error('only one piece of equipment per type can be provided'),
    )
    const ids = (await fillWithMisc(9)).map(({ id }: { id: string }) => id)
    expect((await prefer([...ids, shoes.id])).body.data.default_equipment_ids).toHaveLength(6)
    const sixth = await make({ label: 'Misc 6', equipment_type_id: MISC })
    expect((await prefer([...ids, sixth.id])).body).toEqual(
      error('a maximum of 5 pieces of Misc equipment can be added'),
    )
  })

  test('may be given as a list of any length', async () => {
    const { prefer } = await startWithEquipment()
    const ids = Array.from({ length: 40_000 }, (_, at) => `x${at}`)
    expect((await prefer(ids)).body).toMatchObject({ equipment_id: 'x0', status: 'not_found' })
  })
})

describe('DELETE /api/auth/profile/reset/sports/{sport_id}', () => {
  test('rejects unknown sports', async () => {
    const { send } = await startEquipmentServer()
    const answer = await send('DELETE', `${RESET}/99`)
    expect(answer).toMatchObject({ status: 404, body: unknownSport })
  })

  test('restores the defaults, even when repeated', async () => {
    const { send, make, look, ctx, call } = await startEquipmentServer()
    const item = await make({ label: 'x', equipment_type_id: MISC, default_for_sport_ids: [5, 1] })
    await send('PATCH', PATH, { sport_id: RUNNING, color: '#112233', is_active: false })
    for (let times = 0; times < 2; times++) {
      const { status, body } = await send('DELETE', `${RESET}/${RUNNING}`)
      expect({ status, body }).toEqual({ status: 204, body: '' })
    }
    const own = await send('GET', `/api/sports/${RUNNING}`)
    const as = await anAdmin(ctx)
    expect(own.body).toEqual((await call('GET', `/api/sports/${RUNNING}`, { as })).body)
    expect((await look(item.id)).default_for_sport_ids).toEqual([1])
  })
})
