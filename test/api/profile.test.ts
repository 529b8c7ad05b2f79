import { describe, expect, test } from 'bun:test'
import { findUserById } from '@/store/db/queries/accounts/users'
import { toJson } from '@/store/db/schema/columns'
import { INVALID_BODIES, invalidPayload, suspended } from '../support/accounts'
import { startServer } from '../support/client'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'

const PROFILE = '/api/auth/profile'
const EDIT = '/api/auth/profile/edit'
const NOTIFICATIONS = '/api/auth/profile/edit/notifications'
const MESSAGES = '/api/auth/profile/edit/messages'
const JSON_TYPE = { 'content-type': 'application/json' }

/** The profile of a new account as its owner sees it. */
const fresh = {
  accepted_privacy_policy: null,
  admin: false,
  analysis_visibility: 'private',
  bio: null,
  birth_date: null,
  calories_visibility: 'private',
  created_at: 'Sat, 14 Mar 2026 12:00:00 GMT',
  date_format: 'MM/dd/yyyy',
  display_ascent: true,
  email: 'ann@example.com',
  email_to_confirm: null,
  first_name: null,
  followers: 0,
  following: 0,
  hide_profile_in_users_directory: true,
  hr_visibility: 'private',
  imperial_units: false,
  is_active: true,
  language: 'en',
  last_name: null,
  location: null,
  manually_approves_followers: true,
  map_visibility: 'private',
  media_visibility: 'private',
  messages_preferences: {},
  missing_elevations_processing: 'file',
  nb_sports: 0,
  nb_workouts: 0,
  notification_preferences: {},
  picture: false,
  records: [],
  role: 'user',
  sanctions_count: 0,
  segments_creation_event: 'only_manual',
  place_titles: false,
  split_workout_charts: true,
  sports_list: [],
  start_elevation_at_zero: true,
  suspended_at: null,
  timezone: 'Europe/Paris',
  total_ascent: 0,
  total_distance: 0,
  total_duration: '0:00:00',
  use_dark_mode: false,
  measurements: null,
  use_raw_gpx_speed: false,
  username: 'ann',
  weekm: false,
  workouts_visibility: 'private',
}

describe('GET /api/auth/profile', () => {
  test("returns all details of the caller's account", async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx, { username: 'ann' })
    const { status, body } = await call('GET', PROFILE, { as })
    expect(status).toBe(200)
    expect(body).toEqual({ data: fresh, status: 'success' })
  })

  test('returns the counts of moderation to moderators', async () => {
    const { call, ctx } = startServer()
    const as = await anAdmin(ctx, { username: 'ann' })
    expect((await call('GET', PROFILE, { as })).body.data).toEqual({
      ...fresh,
      admin: true,
      created_reports_count: 0,
      reported_count: 0,
      role: 'admin',
    })
  })

  test('is open to suspended accounts', async () => {
    const { call, ctx } = startServer()
    const { status, body } = await call('GET', PROFILE, { as: await aSuspendedUser(ctx) })
    expect(status).toBe(200)
    expect(body.data.suspended_at).toBe('Sat, 14 Mar 2026 12:00:00 GMT')
  })
})

describe('POST /api/auth/profile/edit', () => {
  const person = {
    first_name: 'Ann',
    last_name: 'Example',
    location: 'Paris',
    bio: 'just <b>me</b>',
    birth_date: '1990-05-17',
  }

  test('saves the personal details', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx, { username: 'ann' })
    const { status, body } = await call('POST', EDIT, { as, json: person })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { ...fresh, ...person, birth_date: 'Thu, 17 May 1990 00:00:00 GMT' },
      message: 'user profile updated',
      status: 'success',
    })
  })

  test('clears values that are empty or null', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx, { ...person })
    const json = { first_name: null, last_name: '', location: null, bio: null, birth_date: '' }
    const { body } = await call('POST', EDIT, { as, json })
    expect(body.data).toMatchObject({ ...json, birth_date: null })
  })

  test('ignores other keys', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const json = { ...person, role: 'admin', email: 'x@example.com', is_active: false }
    expect((await call('POST', EDIT, { as, json })).status).toBe(200)
    expect(await findUserById(ctx.db, as.id)).toMatchObject({
      role: 'user',
      email: as.email,
      is_active: 1,
    })
  })

  test.each(['2000-2-9', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'accepts the birth date %s',
    async (birth_date) => {
      const { call, ctx } = startServer()
      const as = await aUser(ctx)
      const { body } = await call('POST', EDIT, { as, json: { ...person, birth_date } })
      expect(Date.parse(body.data.birth_date)).not.toBeNaN()
    },
  )

  test.each([
    '17/05/1990',
    '1990-02-30',
    '1999-02-29',
    '1990-13-01',
    '90-05-17',
    'x',
    '1990-05-17T00:00',
    '0000-01-01',
  ])('rejects the birth date %s', async (birth_date) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const json = { ...person, birth_date }
    expect(await call('POST', EDIT, { as, json })).toMatchObject(invalidPayload)
  })

  test.each([
    ['first_name', 80],
    ['last_name', 80],
    ['location', 80],
    ['bio', 200],
  ])('accepts a %s of up to %i characters', async (key, most) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const edit = (text: string) => call('POST', EDIT, { as, json: { ...person, [key]: text } })
    expect((await edit('🏃'.repeat(most))).status).toBe(200)
    expect(await edit('a'.repeat(most + 1))).toMatchObject(invalidPayload)
  })

  test.each(Object.keys(person))(
    'rejects a body without %s, or with a number for it',
    async (key) => {
      const { call, ctx } = startServer()
      const as = await aUser(ctx)
      const without = Object.fromEntries(Object.entries(person).filter(([name]) => name !== key))
      expect(await call('POST', EDIT, { as, json: without })).toMatchObject(invalidPayload)
      const json = { ...person, [key]: 5 }
      expect(await call('POST', EDIT, { as, json })).toMatchObject(invalidPayload)
    },
  )

  test.each(INVALID_BODIES)('rejects the body %j', async (body) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    expect(await call('POST', EDIT, { as, body, headers: JSON_TYPE })).toMatchObject(invalidPayload)
  })

  test('is open to suspended accounts', async () => {
    const { call, ctx } = startServer()
    const as = await aSuspendedUser(ctx)
    expect((await call('POST', EDIT, { as, json: person })).status).toBe(200)
  })
})

const switches = {
  comment_like: true,
  follow: false,
  follow_request: true,
  follow_request_approved: true,
  mention: true,
  workout_comment: false,
  workout_like: true,
}

describe('POST /api/auth/profile/edit/notifications', () => {
  test('saves all preferences', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx, { username: 'ann' })
    const { status, body } = await call('POST', NOTIFICATIONS, { as, json: switches })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { ...fresh, notification_preferences: switches },
      status: 'success',
    })
  })

  test('does not change preferences that are not given', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx, { notification_preferences: toJson({ account_creation: false }) })
    const { body } = await call('POST', NOTIFICATIONS, { as, json: switches })
    expect(body.data.notification_preferences).toEqual({ ...switches, account_creation: false })
  })

  test.each(['admin', 'owner'] as const)(
    'requires one more preference from an %s',
    async (role) => {
      const { call, ctx } = startServer()
      const as = await aUser(ctx, { role })
      expect(await call('POST', NOTIFICATIONS, { as, json: switches })).toMatchObject(
        invalidPayload,
      )
      const json = { ...switches, account_creation: false }
      const { body } = await call('POST', NOTIFICATIONS, { as, json })
      expect(body.data.notification_preferences).toEqual(json)
    },
  )

  test.each(Object.keys(switches))('rejects a body without %s', async (key) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const json = Object.fromEntries(Object.entries(switches).filter(([name]) => name !== key))
    expect(await call('POST', NOTIFICATIONS, { as, json })).toMatchObject(invalidPayload)
  })

  test.each([{ surprise: true }, { follow: 'no' }, { follow: null }, { follow: 0 }])(
    'rejects %j',
    async (change) => {
      const { call, ctx } = startServer()
      const as = await aUser(ctx)
      const json = { ...switches, ...change }
      expect(await call('POST', NOTIFICATIONS, { as, json })).toMatchObject(invalidPayload)
    },
  )

  test.each(INVALID_BODIES)('rejects the body %j', async (body) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const options = { as, body, headers: JSON_TYPE }
    expect(await call('POST', NOTIFICATIONS, options)).toMatchObject(invalidPayload)
  })

  test('is closed to suspended accounts', async () => {
    const { call, ctx } = startServer()
    const options = { as: await aSuspendedUser(ctx), json: switches }
    expect(await call('POST', NOTIFICATIONS, options)).toMatchObject(suspended)
  })
})

describe('POST /api/auth/profile/edit/messages', () => {
  const hint = { warning_about_large_number_of_workouts_on_map: false }

  test('saves the preference', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx, { username: 'ann' })
    const { status, body } = await call('POST', MESSAGES, { as, json: hint })
    expect(status).toBe(200)
    expect(body).toEqual({ data: { ...fresh, messages_preferences: hint }, status: 'success' })
  })

  test.each([
    ...INVALID_BODIES,
    '{"warning_about_large_number_of_workouts_on_map": "no"}',
    '{"warning_about_large_number_of_workouts_on_map": null}',
    '{"warning_about_large_number_of_workouts_on_map": true, "surprise": true}',
    '{"surprise": true}',
  ])('rejects the body %j', async (body) => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const options = { as, body, headers: JSON_TYPE }
    expect(await call('POST', MESSAGES, options)).toMatchObject(invalidPayload)
  })

  test('is closed to suspended accounts', async () => {
    const { call, ctx } = startServer()
    const options = { as: await aSuspendedUser(ctx), json: hint }
    expect(await call('POST', MESSAGES, options)).toMatchObject(suspended)
  })
})
