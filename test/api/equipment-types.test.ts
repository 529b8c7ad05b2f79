import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'

const PATH = '/api/equipment-types'
const shoes = { id: 1, is_active: true, label: 'Shoes' }
const unknownType = { data: { equipment_types: [] }, status: 'not found' }
const LABELS = [
  ...['Shoes', 'Bike', 'Bike Trainer', 'Kayak_Boat', 'Skis', 'Snowshoes'],
  ...['Board', 'Racket', 'Paddle', 'Misc', 'Skates'],
]

/** A server with an inactive type, Skates (11). */
async function withoutSkates() {
  const server = startServer()
  const admin = await anAdmin(server.ctx)
  await server.call('PATCH', `${PATH}/11`, { as: admin, json: { is_active: false } })
  return { ...server, admin, user: await aUser(server.ctx) }
}

describe('GET /api/equipment-types', () => {
  test('lists the eleven types in order of their ids', async () => {
    const { call, ctx } = startServer()
    const { status, body } = await call('GET', PATH, { as: await aUser(ctx) })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        equipment_types: LABELS.map((label, at) => ({ id: at + 1, is_active: true, label })),
      },
      status: 'success',
    })
  })

  test('is open to suspended accounts', async () => {
    const { call, ctx } = startServer()
    expect((await call('GET', PATH, { as: await aSuspendedUser(ctx) })).status).toBe(200)
  })

  test('shows inactive types to administrators only', async () => {
    const { call, admin, user } = await withoutSkates()
    const seen = (await call('GET', PATH, { as: user })).body.data.equipment_types
    expect(seen.map(({ label }: { label: string }) => label)).toEqual(LABELS.slice(0, 10))
    expect((await call('GET', PATH, { as: admin })).body.data.equipment_types[10]).toEqual({
      has_equipments: false,
      id: 11,
      is_active: false,
      label: 'Skates',
    })
  })

  test('shows administrators which types are in use', async () => {
    const { call, ctx } = startServer()
    const json = { label: 'Old faithful', equipment_type_id: 2 }
    await call('POST', '/api/equipments', { as: await aUser(ctx), json })
    const { body } = await call('GET', PATH, { as: await anAdmin(ctx) })
    const [first, second] = body.data.equipment_types
    expect(first).toEqual({ ...shoes, has_equipments: false })
    expect(second).toEqual({ has_equipments: true, id: 2, is_active: true, label: 'Bike' })
  })
})

describe('GET /api/equipment-types/{equipment_type_id}', () => {
  test('rejects suspended accounts', async () => {
    const { call, ctx } = startServer()
    expect((await call('GET', `${PATH}/1`, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test.each(['99', '0', '-1'])('returns an empty list for the id %s', async (id) => {
    const { call, ctx } = startServer()
    const answer = await call('GET', `${PATH}/${id}`, { as: await aUser(ctx) })
    expect(answer).toMatchObject({ status: 404, body: unknownType })
  })

  test('returns 404 for an id that is not a number', async () => {
    const { call, ctx } = startServer()
    const answer = await call('GET', `${PATH}/shoes`, { as: await aUser(ctx) })
    expect(answer).toMatchObject({ status: 404, body: { status: 'not found' } })
    expect(answer.body.data).toBeUndefined()
  })

  test('hides an inactive type from everyone except administrators', async () => {
    const { call, admin, user } = await withoutSkates()
    const hidden = await call('GET', `${PATH}/11`, { as: user })
    expect(hidden).toMatchObject({ status: 404, body: unknownType })
    expect((await call('GET', `${PATH}/11`, { as: admin })).status).toBe(200)
  })

  test('returns one type', async () => {
    const { call, ctx } = startServer()
    const { body } = await call('GET', `${PATH}/1`, { as: await aUser(ctx) })
    expect(body).toEqual({ data: { equipment_types: [shoes] }, status: 'success' })
  })
})

describe('PATCH /api/equipment-types/{equipment_type_id}', () => {
  test('requires an administrator before it checks the body', async () => {
    const { call, ctx } = startServer()
    const { status, body } = await call('PATCH', `${PATH}/1`, { as: await aUser(ctx), json: {} })
    expect(status).toBe(403)
    expect(body).toEqual({ message: 'you do not have permissions', status: 'error' })
  })

  test.each([{}, { is_active: null }, { is_active: 'no' }, { label: 'Boots' }])(
    'rejects the body %j',
    async (json) => {
      const { call, ctx } = startServer()
      const { status, body } = await call('PATCH', `${PATH}/1`, { as: await anAdmin(ctx), json })
      expect(status).toBe(400)
      expect(body).toEqual({ message: 'invalid payload', status: 'error' })
    },
  )

  test('returns an empty list for an unknown type', async () => {
    const { call, ctx } = startServer()
    const change = { as: await anAdmin(ctx), json: { is_active: false } }
    expect(await call('PATCH', `${PATH}/99`, change)).toMatchObject({
      status: 404,
      body: unknownType,
    })
  })

  test('deactivates a type and does not affect its items', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const json = { label: 'Old faithful', equipment_type_id: 1 }
    await call('POST', '/api/equipments', { as, json })
    const change = { as: await anAdmin(ctx), json: { is_active: false } }
    const { status, body } = await call('PATCH', `${PATH}/1`, change)
    const inactive = { ...shoes, is_active: false }
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { equipment_types: [{ ...inactive, has_equipments: true }] },
      status: 'success',
    })
    const [item] = (await call('GET', '/api/equipments', { as })).body.data.equipments
    expect(item).toMatchObject({ is_active: true, equipment_type: inactive })
  })
})
