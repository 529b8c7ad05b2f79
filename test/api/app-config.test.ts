import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { parseMailSettings } from '@/lib/config/mail-url'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { INVALID_BODIES, invalidPayload, noToken, suspended } from '../support/accounts'
import { startServer } from '../support/client'
import { aModerator, anAdmin, anOwner, aUser } from '../support/factories'
import { runs } from '../support/properties'

const CONFIG = '/api/config'
const JSON_TYPE = { 'content-type': 'application/json' }
const refusal = (message: string | string[]) => ({
  status: 400,
  body: { message, status: 'error' },
})

const fresh = {
  about: null,
  admin_contact: null,
  elevation_services: { open_elevation: false, valhalla: false },
  elevation_tiles: false,
  file_limit_import: 20000,
  file_sync_limit_import: 10,
  global_map_workouts_limit: 10000,
  is_email_sending_enabled: false,
  is_registration_enabled: true,
  login_methods: { passkey: true, password: true, provider: null, proxy: false },
  map_attribution:
    '&copy; <a href="http://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a> contributors',
  map_tiles: { bounds: [-180, -90, 180, 90], max_zoom: 19, min_zoom: 0, type: 'raster' },
  max_image_size: 20971520,
  max_single_file_size: 104857600,
  max_users: 0,
  max_zip_file_size: 2147483647,
  privacy_policy: null,
  privacy_policy_date: '2024-12-23 19:00:00',
  server_version: expect.any(String),
  registration_mode: 'open',
  stats_workouts_limit: 10000,
  version: '1.2.2',
  weather_provider: null,
}

const LIMITS = {
  file_sync_limit_import:
    'max files in a zip archive processed synchronously must be greater than 0',
  file_limit_import: 'max files in a zip archive must be greater than 0',
  max_single_file_size: 'max size of uploaded files must be greater than 0',
  max_zip_file_size: 'max size of zip archive must be greater than 0',
  max_image_size: 'max size of images must be greater than 0',
  global_map_workouts_limit: 'max number of workouts display on global map must be greater than 0',
  max_users: 'max users must be greater than or equal to 0',
  stats_workouts_limit: 'max number of workouts for statistics must be greater than or equal to 0',
}

async function started() {
  const server = startServer()
  const as = await anAdmin(server.ctx)
  return { ...server, as, edit: (json: object) => server.call('PATCH', CONFIG, { as, json }) }
}

describe('GET /api/config', () => {
  test('returns everything without a token', async () => {
    const { call, ctx } = startServer()
    await anAdmin(ctx)
    const { status, body } = await call('GET', CONFIG)
    expect(status).toBe(200)
    expect(body).toEqual({ data: fresh, status: 'success' })
  })

  test('returns what is configured', async () => {
    const mail = parseMailSettings('smtp://localhost', 'milepost@example.com')
    const { call } = startServer({
      mail,
      elevation: { openElevation: undefined, valhalla: 'http://localhost:1' },
    })
    expect((await call('GET', CONFIG)).body.data).toMatchObject({
      elevation_services: { open_elevation: false, valhalla: true },
      is_email_sending_enabled: true,
    })
  })
})

describe('a damaged database', () => {
  const failure = (message: string) => ({ status: 500, body: { message, status: 'error' } })

  test('has an error message for reading the settings, and one for changing them', async () => {
    const { call, ctx, edit } = await started()
    await ctx.db.schema.dropTable('app_config').execute()
    expect(await call('GET', CONFIG)).toMatchObject(failure('error on getting configuration'))
    expect(await edit({ max_users: 1 })).toMatchObject(failure('error when updating configuration'))
  })

  test('has an error message for ending a session', async () => {
    const { call, ctx, as } = await started()
    await sql`create trigger t before insert on blacklisted_tokens begin select raise(abort, 'full'); end`.execute(
      ctx.db,
    )
    expect(await call('POST', '/api/auth/logout', { as })).toMatchObject(
      failure('error on token blacklist'),
    )
  })
})

describe('PATCH /api/config', () => {
  test('requires an administrator', async () => {
    const { call, ctx } = startServer()
    const json = { max_users: 5 }
    expect(await call('PATCH', CONFIG, { json })).toMatchObject(noToken)
    for (const as of [await aUser(ctx), await aModerator(ctx)])
      expect(await call('PATCH', CONFIG, { as, json })).toMatchObject({
        status: 403,
        body: { message: 'you do not have permissions', status: 'error' },
      })
    const as = await anAdmin(ctx, { suspended_at: 1 })
    expect(await call('PATCH', CONFIG, { as, json })).toMatchObject(suspended)
    expect((await call('PATCH', CONFIG, { as: await anOwner(ctx), json })).status).toBe(200)
  })

  test('changes all settings at once', async () => {
    const { edit, call, clock } = await started()
    const changes = {
      about: 'about **us**',
      admin_contact: 'boss@example.com',
      elevation_tiles: false,
      file_limit_import: 50,
      file_sync_limit_import: 5,
      global_map_workouts_limit: 50000,
      max_image_size: 3000,
      max_single_file_size: 2000,
      max_users: 7,
      max_zip_file_size: 2147483647,
      privacy_policy: '# policy',
      registration_mode: 'invitation',
      stats_workouts_limit: 0,
    }
    const data = {
      ...fresh,
      ...changes,
      is_registration_enabled: false,
      privacy_policy_date: new Date(clock.now()).toUTCString(),
    }
    const { status, body } = await edit(changes)
    expect(status).toBe(200)
    expect(body).toEqual({ data, status: 'success' })
    expect((await call('GET', CONFIG)).body).toEqual({ data, status: 'success' })
  })

  test.each(['', null])('clears texts that are %j', async (nothing) => {
    const { edit } = await started()
    const texts = { about: 'us', admin_contact: 'boss@example.com', privacy_policy: 'policy' }
    await edit(texts)
    const cleared = { about: nothing, admin_contact: nothing, privacy_policy: nothing }
    expect((await edit(cleared)).body.data).toEqual(fresh)
  })

  test('sets the date of a policy when its text changes, not when it is saved again', async () => {
    const { edit, clock } = await started()
    const first = (await edit({ privacy_policy: 'one' })).body.data.privacy_policy_date
    clock.advance(60_000)
    const again = await edit({ privacy_policy: 'one', about: 'us' })
    expect(again.body.data.privacy_policy_date).toBe(first)
    const other = await edit({ privacy_policy: 'two' })
    expect(other.body.data.privacy_policy_date).toBe(new Date(clock.now()).toUTCString())
  })

  test('ignores unknown keys', async () => {
    const { edit, ctx } = await started()
    const { status, body } = await edit({ nonsense: 1, id: 2, privacy_policy_at: 1 })
    expect(status).toBe(200)
    expect(body.data).toEqual(fresh)
    expect(await getAppConfig(ctx.db)).toMatchObject({ id: 1, privacy_policy_at: null })
  })

  test.each(INVALID_BODIES)('rejects the body %j', async (body) => {
    const { call, as } = await started()
    const options = { as, body, headers: JSON_TYPE }
    expect(await call('PATCH', CONFIG, options)).toMatchObject(invalidPayload)
  })

  test.each([
    { max_users: 'ten' },
    { max_users: '10' },
    { max_users: 1.5 },
    { max_users: null },
    { max_users: true },
    { about: 5 },
    { privacy_policy: ['policy'] },
  ])('rejects %j', async (json) => {
    const { edit } = await started()
    expect(await edit(json)).toMatchObject(invalidPayload)
  })

  test.each(Object.entries(LIMITS))('rejects a %s that is too small', async (key, message) => {
    const { edit } = await started()
    const least = message.endsWith('equal to 0') ? 0 : 1
    expect(await edit({ [key]: least - 1 })).toMatchObject(refusal([message]))
    const others = key === 'max_zip_file_size' ? { max_single_file_size: 1 } : {}
    const more = key === 'file_limit_import' ? { file_sync_limit_import: 1 } : {}
    expect((await edit({ [key]: least, ...others, ...more })).status).toBe(200)
  })

  test('lists all values that are too small, in a fixed order', async () => {
    const { edit } = await started()
    const json = Object.fromEntries(Object.keys(LIMITS).map((key) => [key, -1]))
    expect(await edit({ admin_contact: 'nope', ...json })).toMatchObject(
      refusal([...Object.values(LIMITS), 'valid email must be provided for admin contact']),
    )
  })

  const CAPPED = [
    'file_sync_limit_import',
    'file_limit_import',
    'max_single_file_size',
    'max_zip_file_size',
    'max_image_size',
    'max_users',
    'stats_workouts_limit',
  ]

  test.each(CAPPED)('rejects a %s of 2147483648', async (key) => {
    const { edit } = await started()
    const { status, body } = await edit({ [key]: 2147483648 })
    expect(status).toBe(400)
    expect(body).toEqual({
      key,
      max_value: 2147483648,
      message: `'${key}' must be less than 2147483648`,
      status: 'config_value_exceeding_limit',
    })
  })

  test('reports the first value that is too large', async () => {
    const { edit } = await started()
    for (const [at, key] of CAPPED.entries()) {
      const json = Object.fromEntries(CAPPED.slice(at).map((name) => [name, 2147483648]))
      expect((await edit(json)).body.key).toBe(key)
    }
  })

  test.each([
    [{ global_map_workouts_limit: 50001 }, "'global_map_workouts_limit' must be less than 50000"],
    [
      { max_zip_file_size: 1999, max_single_file_size: 2000 },
      'max size of zip archive must be equal or greater than max size of uploaded files',
    ],
    [
      { max_zip_file_size: 104857599 },
      'max size of zip archive must be equal or greater than max size of uploaded files',
    ],
    [
      { file_limit_import: 5, file_sync_limit_import: 6 },
      'max files in a zip archive must be equal or greater than max files in a zip archive processed synchronously',
    ],
    [
      { file_limit_import: 9 },
      'max files in a zip archive must be equal or greater than max files in a zip archive processed synchronously',
    ],
    [
      { global_map_workouts_limit: 50001, file_limit_import: 9, max_zip_file_size: 1 },
      "'global_map_workouts_limit' must be less than 50000",
    ],
    [
      { file_limit_import: 9, max_zip_file_size: 1 },
      'max size of zip archive must be equal or greater than max size of uploaded files',
    ],
  ])('rejects %j', async (json, message) => {
    const { edit } = await started()
    expect(await edit(json)).toMatchObject(refusal(message))
  })

  test('saves nothing when it rejects a value', async () => {
    const { edit, call } = await started()
    await edit({ about: 'us', max_users: 5, file_limit_import: 9 })
    expect((await call('GET', CONFIG)).body.data).toEqual(fresh)
  })

  test('disables and enables registration', async () => {
    const { edit } = await started()
    expect((await edit({ max_users: 1 })).body.data.is_registration_enabled).toBeFalse()
    expect((await edit({ max_users: 2 })).body.data.is_registration_enabled).toBeTrue()
    expect((await edit({ max_users: 0 })).body.data.is_registration_enabled).toBeTrue()
  })

  test('never stores contradictory limits', async () => {
    const { edit, ctx } = await started()
    const value = fc.oneof(
      fc.integer({ min: -2, max: 12 }),
      fc.integer({ min: 49_990, max: 50_010 }),
      fc.integer({ min: 2147483640, max: 2147483656 }),
    )
    const keys = Object.keys(LIMITS)
    const changes = fc.record(Object.fromEntries(keys.map((key) => [key, value])), {
      requiredKeys: [],
    })
    await fc.assert(
      fc.asyncProperty(changes, async (json) => {
        expect([200, 400]).toContain((await edit(json)).status)
        const kept = await getAppConfig(ctx.db)
        expect(kept.max_zip_file_size).toBeGreaterThanOrEqual(kept.max_single_file_size)
        expect(kept.file_limit_import).toBeGreaterThanOrEqual(kept.file_sync_limit_import)
        expect(kept.file_sync_limit_import).toBeGreaterThan(0)
        expect(kept.global_map_workouts_limit).toBeLessThanOrEqual(50_000)
        expect(kept.max_users).toBeLessThan(2147483648)
      }),
      runs(150),
    )
  })
})
