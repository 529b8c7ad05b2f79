import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { type UserRow, updateUser } from '@/store/db/queries/accounts/users'
import { aUser } from '../support/factories'
import { aReport, aSanction } from '../support/moderation'
import {
  contactDetails,
  noCounts,
  noRelationship,
  personalDetails,
  plain,
  publicDetails,
  startPeople,
  withoutWorkouts,
} from '../support/people'
import { aBlock, aFollow } from '../support/workouts'

const UNKNOWN = { status: 404, body: { message: 'user does not exist', status: 'not found' } }

const person = {
  bio: 'runs',
  birth_date: '1990-05-17',
  first_name: 'Bob',
  last_name: 'Example',
  location: 'Paris',
  map_visibility: 'public',
  workouts_visibility: 'followers_only',
} as const
const shownPerson = { ...person, admin: false, birth_date: 'Thu, 17 May 1990 00:00:00 GMT' }

describe('GET /api/users/:name', () => {
  test('returns the specified values to anonymous visitors', async () => {
    const { ctx, send, bob } = await startPeople()
    await writeTo(ctx.db, (tx) => updateUser(tx, bob.id, person))
    expect(plain(await send('GET', '/api/users/bob'))).toEqual({
      status: 200,
      body: {
        data: [
          {
            ...publicDetails(bob),
            ...shownPerson,
            ...{ email: null, follows: 'false', is_followed_by: 'false' },
          },
        ],
        status: 'success',
      },
    })
  })

  test('returns totals, records and the relationship to signed-in users', async () => {
    const { ctx, send, ann, bob } = await startPeople()
    await writeTo(ctx.db, (tx) => updateUser(tx, bob.id, person))
    await aFollow(ctx, ann, bob)
    await send('POST', '/api/users/ann/follow', bob)
    for (const [sport_id, distance] of [
      [5, 10],
      [1, 20],
    ])
      await send('POST', '/api/workouts/no_gpx', bob, {
        ...{ sport_id, distance, duration: 3600, workout_date: '2024-01-01 10:00' },
        ...{ ascent: 100.5, descent: 0, workout_visibility: 'public' },
      })
    const { body } = await send('GET', '/api/users/BOB', ann)
    expect(body.data[0].records).toHaveLength(5 + 5)
    expect(body).toEqual({
      data: [
        {
          ...publicDetails(bob, { followers: 1, nb_workouts: 2 }),
          ...shownPerson,
          ...{ follows: 'pending', is_followed_by: 'true', blocked: false },
          nb_sports: 2,
          records: expect.any(Array),
          sports_list: [1, 5],
          total_ascent: 201,
          total_distance: 30,
          total_duration: '2:00:00',
        },
      ],
      status: 'success',
    })
  })

  test("returns the records that match the user's display preferences", async () => {
    const { send, ann, bob } = await startPeople()
    const entry = {
      ...{ sport_id: 5, distance: 10, duration: 3600, workout_date: '2024-01-01 10:00' },
      workout_visibility: 'public',
    }
    await send('POST', '/api/workouts/no_gpx', bob, entry)
    const typesFor = async (as: UserRow) =>
      (await send('GET', '/api/users/bob', as)).body.data[0].records.map(
        ({ record_type }: { record_type: string }) => record_type,
      )
    expect(await typesFor(ann)).toEqual(['FD', 'LD', 'AP', 'BP'])
    const choice = { sport_id: 5, pace_speed_display: 'speed' }
    expect((await send('PATCH', '/api/auth/profile/edit/sports', bob, choice)).status).toBe(200)
    expect(await typesFor(ann)).toEqual(['AS', 'FD', 'LD', 'MS'])
    expect(await typesFor(bob)).toEqual(['AS', 'FD', 'LD', 'MS'])
  })

  test('returns the counts of moderation to moderators', async () => {
    const { ctx, send, ann, bob, eve, mod } = await startPeople()
    await aReport(ctx, { by: ann, about: bob })
    await aReport(ctx, { by: bob, about: ann })
    const report = await aReport(ctx, { by: eve, about: bob })
    for (const type of ['user_warning', 'user_warning_lifting', 'user_suspension'] as const)
      await aSanction(ctx, { report, by: mod, type })
    await writeTo(ctx.db, (tx) => updateUser(tx, bob.id, { suspended_at: 0 }))
    const { body } = await send('GET', '/api/users/bob', mod)
    expect(body.data).toEqual([
      {
        ...publicDetails(bob, { suspended_at: 'Thu, 01 Jan 1970 00:00:00 GMT' }),
        ...contactDetails(bob),
        ...noRelationship,
        ...personalDetails,
        ...withoutWorkouts,
        ...{ created_reports_count: 1, reported_count: 2, sanctions_count: 2 },
        suspension_report_id: report.id,
      },
    ])
  })

  test('returns a pending email address to administrators', async () => {
    const { ctx, send, bob, mod, admin } = await startPeople()
    await writeTo(ctx.db, (tx) => updateUser(tx, bob.id, { email_to_confirm: 'new@example.com' }))
    const view = {
      ...publicDetails(bob),
      ...contactDetails(bob),
      ...noRelationship,
      ...personalDetails,
      ...withoutWorkouts,
      ...noCounts,
    }
    expect((await send('GET', '/api/users/bob', mod)).body.data).toEqual([view])
    expect((await send('GET', '/api/users/bob', admin)).body.data).toEqual([
      { ...view, email_to_confirm: 'new@example.com' },
    ])
  })

  test.each(['mod', 'bob'])('returns all own details to %s', async (name) => {
    const { send, bob, mod } = await startPeople()
    const as = name === 'mod' ? mod : bob
    const profile = (await send('GET', '/api/auth/profile', as)).body.data
    expect((await send('GET', `/api/users/${name}`, as)).body.data).toEqual([profile])
    const { created_reports_count, reported_count, sanctions_count } = profile
    expect(sanctions_count).toBe(0)
    const expected = name === 'mod' ? [0, 0] : [undefined, undefined]
    expect([created_reports_count, reported_count]).toEqual(expected)
    expect(profile).toMatchObject({ email: as.email, is_active: true, email_to_confirm: null })
    for (const key of ['follows', 'is_followed_by', 'blocked'])
      expect(profile).not.toHaveProperty(key)
  })

  test('wraps the user as FitTrackee does in that dialect', async () => {
    const { call, ann, bob } = await startPeople()
    const headers = { 'x-api-dialect': 'fittrackee' }
    const { body } = await call('GET', '/api/users/bob', { as: ann, headers })
    expect(body.data).toEqual({
      users: [{ ...publicDetails(bob), ...noRelationship, ...personalDetails, ...withoutWorkouts }],
    })
  })

  test('returns hidden, blocking and suspended users', async () => {
    const { ctx, send, ann, bob } = await startPeople()
    await aUser(ctx, { username: 'hidden' })
    await aUser(ctx, { username: 'banned', suspended_at: 1 })
    await aBlock(ctx, bob, ann)
    for (const name of ['hidden', 'banned', 'bob'])
      expect((await send('GET', `/api/users/${name}`, ann)).status).toBe(200)
  })

  test('returns inactive users to administrators only', async () => {
    const { ctx, send, ann, mod, admin } = await startPeople()
    const ghost = await aUser(ctx, { username: 'ghost', is_active: 0 })
    for (const as of [undefined, ann, mod])
      expect(plain(await send('GET', '/api/users/ghost', as))).toEqual(UNKNOWN)
    const { body } = await send('GET', '/api/users/ghost', admin)
    expect(body.data[0]).toMatchObject({ username: ghost.username, is_active: false })
  })

  test('returns 404 for other names', async () => {
    const { send, ann } = await startPeople()
    for (const name of ['nobody', 'ann%20', '%00', 'tasks'])
      expect(plain(await send('GET', `/api/users/${name}`, ann))).toEqual(UNKNOWN)
  })
})
