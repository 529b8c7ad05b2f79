import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { VISIBILITIES } from '@/store/db/schema/columns'
import { INVALID_BODIES, invalidPayload } from '../support/accounts'
import { startServer } from '../support/client'
import { aSuspendedUser, aUser } from '../support/factories'
import { runs } from '../support/properties'

const PREFERENCES = '/api/auth/profile/edit/preferences'
const JSON_TYPE = { 'content-type': 'application/json' }

/** All preferences, each different from its default. */
const changed = {
  analysis_visibility: 'followers_only',
  calories_visibility: 'public',
  date_format: 'yyyy-MM-dd',
  display_ascent: false,
  hide_profile_in_users_directory: false,
  hr_visibility: 'followers_only',
  imperial_units: true,
  language: 'fr',
  manually_approves_followers: false,
  map_visibility: 'followers_only',
  measurements: 'fittrackee',
  segments_creation_event: 'none',
  place_titles: true,
  split_workout_charts: false,
  start_elevation_at_zero: false,
  timezone: 'America/New_York',
  use_dark_mode: true,
  use_raw_gpx_speed: true,
  weekm: true,
  workouts_visibility: 'public',
}

async function started() {
  const server = startServer()
  const as = await aUser(server.ctx)
  const profile = async () => (await server.call('GET', '/api/auth/profile', { as })).body.data
  const edit = (json: object, headers = {}) =>
    server.call('POST', PREFERENCES, { as, json, headers })
  return { ...server, as, profile, edit }
}

describe('POST /api/auth/profile/edit/preferences', () => {
  test('saves all given values', async () => {
    const { edit, profile } = await started()
    const before = await profile()
    const { status, body } = await edit(changed)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { ...before, ...changed },
      message: 'user preferences updated',
      status: 'success',
    })
  })

  test.each(Object.entries(changed))('does not change values other than %s', async (key, value) => {
    const { edit, profile } = await started()
    await edit({ workouts_visibility: 'public', analysis_visibility: 'public' })
    const before = await profile()
    const { body } = await edit({ [key]: value })
    expect(body.data).toEqual({ ...before, [key]: value })
  })

  test.each([
    ['null', null],
    ['on', true],
    ['off', false],
  ])('accepts the dark mode %s', async (_, use_dark_mode) => {
    const { edit } = await started()
    expect((await edit({ use_dark_mode })).body.data.use_dark_mode).toBe(use_dark_mode)
  })

  test('accepts null for measurements, which follows the server, but no unknown word', async () => {
    const { edit } = await started()
    await edit({ measurements: 'device' })
    expect((await edit({ measurements: null })).body.data.measurements).toBeNull()
    expect((await edit({ measurements: 'guess' })).status).toBe(400)
  })

  test.each([
    [
      ['public', 'public', 'public'],
      ['public', 'public', 'public'],
    ],
    [
      ['private', 'public', 'public'],
      ['private', 'private', 'private'],
    ],
    [
      ['followers_only', 'public', 'public'],
      ['followers_only', 'followers_only', 'followers_only'],
    ],
    [
      ['public', 'followers_only', 'public'],
      ['public', 'followers_only', 'followers_only'],
    ],
    [
      ['public', 'private', 'public'],
      ['public', 'private', 'private'],
    ],
    [
      ['followers_only', 'private', 'followers_only'],
      ['followers_only', 'private', 'private'],
    ],
    [
      ['public', 'followers_only', 'private'],
      ['public', 'followers_only', 'private'],
    ],
  ])('limits workouts, analysis and map at %j to %j', async (wanted, kept) => {
    const { edit } = await started()
    const [workouts_visibility, analysis_visibility, map_visibility] = wanted
    const levels = { workouts_visibility, analysis_visibility, map_visibility }
    const { data } = (await edit(levels)).body
    expect([data.workouts_visibility, data.analysis_visibility, data.map_visibility]).toEqual(kept)
  })

  test('limits the stored values when only the workouts are given', async () => {
    const { edit } = await started()
    await edit({
      ...changed,
      analysis_visibility: 'public',
      map_visibility: 'public',
      hr_visibility: 'public',
    })
    const { data } = (await edit({ workouts_visibility: 'followers_only' })).body
    expect(data).toMatchObject({
      analysis_visibility: 'followers_only',
      map_visibility: 'followers_only',
      hr_visibility: 'public',
      calories_visibility: 'public',
    })
  })

  test('never lets the map be more visible than the analysis, or the analysis than the workouts', async () => {
    const { edit } = await started()
    const level = fc.option(fc.constantFrom(...VISIBILITIES), { nil: undefined })
    const levels = fc.record({
      workouts_visibility: level,
      analysis_visibility: level,
      map_visibility: level,
      weekm: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(levels, async (json) => {
        const { data } = (await edit(json)).body
        const [workouts, analysis, map] = ['workouts', 'analysis', 'map'].map((name) =>
          VISIBILITIES.indexOf(data[`${name}_visibility`]),
        )
        expect(analysis).toBeGreaterThanOrEqual(workouts ?? 0)
        expect(map).toBeGreaterThanOrEqual(analysis ?? 0)
      }),
      runs(60),
    )
  })

  test.each(['xx', '', 'EN', null])('treats the language %j as English', async (language) => {
    const { edit } = await started()
    await edit({ language: 'fr' })
    expect((await edit({ language })).body.data.language).toBe('en')
  })

  test.each(['Europe/Kiev', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'UTC'])(
    'accepts the time zone %s',
    async (timezone) => {
      const { edit } = await started()
      expect((await edit({ timezone })).body.data.timezone).toBe(timezone)
    },
  )

  test.each(['MM/dd/yyyy', 'dd/MM/yyyy', 'yyyy-MM-dd', 'date_string'])(
    'accepts the date format %s',
    async (date_format) => {
      const { edit } = await started()
      expect((await edit({ date_format })).body.data.date_format).toBe(date_format)
    },
  )

  test.each([
    { workouts_visibility: 'everyone' },
    { hr_visibility: true },
    { calories_visibility: null },
    { date_format: 'yyyy' },
    { timezone: 'Moon/Base' },
    { timezone: '+01:00' },
    { timezone: null },
    { language: 5 },
    { weekm: 'true' },
    { weekm: 1 },
    { imperial_units: null },
    { use_dark_mode: 'dark' },
    { segments_creation_event: 'sometimes' },
    { missing_elevations_processing: 'magic' },
    { missing_elevations_processing: null },
  ])('rejects %j and saves nothing', async (change) => {
    const { edit, profile } = await started()
    const before = await profile()
    expect(await edit({ ...changed, ...change })).toMatchObject(invalidPayload)
    expect(await profile()).toEqual(before)
  })

  test.each([...INVALID_BODIES, '{"something": "else"}'])('rejects the body %j', async (body) => {
    const { call, as } = await started()
    const options = { as, body, headers: JSON_TYPE }
    expect(await call('POST', PREFERENCES, options)).toMatchObject(invalidPayload)
  })

  test('is open to suspended accounts', async () => {
    const { call, ctx } = startServer()
    const options = { as: await aSuspendedUser(ctx), json: { weekm: true } }
    expect((await call('POST', PREFERENCES, options)).status).toBe(200)
  })
})

describe('the source for missing elevations', () => {
  const elevation = { openElevation: 'http://localhost:1', valhalla: 'http://localhost:2' }
  const NAMES = [
    ['file', 'file'],
    ['open_elevation', 'provider_a'],
    ['open_elevation_smooth', 'provider_a_smooth'],
    ['valhalla', 'provider_b'],
  ] as const

  test.each(
    NAMES.flatMap(([name, alias]) => [
      [name, name, alias],
      [alias, name, alias],
    ]),
  )(
    'may be %s and is returned as %s or %s, depending on the dialect',
    async (given, name, alias) => {
      const { call, ctx } = startServer({ elevation })
      const as = await aUser(ctx)
      const json = { missing_elevations_processing: given }
      for (const [dialect, shown] of [
        ['spec', alias],
        ['fittrackee', name],
      ] as const) {
        const options = { as, json, headers: { 'x-api-dialect': dialect } }
        const { body } = await call('POST', PREFERENCES, options)
        expect(body.data.missing_elevations_processing).toBe(shown ?? '')
      }
    },
  )

  test('is stored, but returned as `file` while the service is not configured', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    const json = { missing_elevations_processing: 'valhalla' }
    const { body } = await call('POST', PREFERENCES, { as, json })
    expect(body.data.missing_elevations_processing).toBe('file')
    const [row] = await ctx.db.selectFrom('users').selectAll().execute()
    expect(row?.missing_elevations_processing).toBe('valhalla')
  })
})
