import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aUser } from '../support/factories'
import { startSegments, straightLine } from '../support/ranked-segments'
import { PUBLIC } from '../support/rides-around-home'
import { aBlock, aFollow } from '../support/workouts'

const DAY = 24 * 60 * 60 * 1000

/** The clock shows 14 March, and Ann is the fastest on a segment of Carl since the 11th. */
async function startRace() {
  const server = await startSegments()
  const { ctx, call, create, ride, match, ann } = server
  const [bob, carl] = [
    await aUser(ctx, { username: 'bob' }),
    await aUser(ctx, { username: 'carl' }),
  ]
  const segment = await create({ name: 'Hill' }, carl)
  await ride(ann, { day: 11, speed: 6 })
  await match()
  /** Who is faster than a user, and on which segment, according to the notifications. */
  const news = async (as: UserRow = ann): Promise<string[]> => {
    const { body } = await call('GET', '/api/notifications?type=segment_lead_lost', { as })
    return body.notifications.map(
      ({ from, segment: about }: { from: { username: string }; segment: { name: string } }) =>
        `${from.username} ${about.name}`,
    )
  }
  /** Whether any response about notifications reveals that there is one. */
  const isKnown = async (as: UserRow = ann) => {
    const { body } = await call('GET', '/api/notifications/types', { as })
    const unread = await call('GET', '/api/notifications/unread', { as })
    const listed = (await news(as)).length > 0
    expect(body.notification_types.includes('segment_lead_lost')).toBe(listed)
    expect(unread.body.unread).toBe(listed)
    return listed
  }
  const race = async (as: UserRow, speed: number, day: number, data: object = PUBLIC) => {
    const id = await ride(as, { day, speed }, data)
    await match()
    return id
  }
  return { ...server, bob, carl, segment, news, isKnown, race }
}

const SWITCHES = Object.fromEntries(
  [
    ...['comment_like', 'follow', 'follow_request', 'follow_request_approved', 'mention'],
    ...['workout_comment', 'workout_like'],
  ].map((name) => [name, true]),
)

describe('a user who was first on a segment', () => {
  test('is notified once of a faster effort of another user', async () => {
    const { ann, bob, segment, race, call, match, news } = await startRace()
    await race(bob, 5, 12)
    expect(await news()).toEqual([])
    await race(bob, 8, 13)
    const { body } = await call('GET', '/api/notifications', { as: ann })
    expect(body.notifications).toEqual([
      {
        ...{ created_at: expect.any(String), id: expect.anything(), marked_as_read: false },
        from: expect.objectContaining({ username: 'bob' }),
        type: 'segment_lead_lost',
        segment: { id: segment, name: 'Hill' },
      },
    ])
    // Compares his workouts again.
    await call('PATCH', '/api/privacy', { as: bob, json: { hides_times: true } })
    await match()
    expect(await news()).toEqual(['bob Hill'])
    // She is second now.
    await race(bob, 9, 14)
    expect(await news()).toEqual(['bob Hill'])
  })

  test('is notified once of a workout that is faster on several segments', async () => {
    const { bob, carl, create, match, race, news } = await startRace()
    await create(
      { name: 'Other', drawing: { sport_id: 1, positions: straightLine(300, 900) } },
      carl,
    )
    await match()
    await race(bob, 8, 13)
    expect(await news()).toEqual(['bob Hill'])
  })

  test('is notified again after taking the lead back', async () => {
    const { ann, bob, race, news } = await startRace()
    await race(bob, 8, 12)
    await race(ann, 9, 13)
    expect(await news(bob)).toEqual(['ann Hill'])
    await race(bob, 10, 14)
    expect(await news()).toEqual(['bob Hill', 'bob Hill'])
  })

  test('is not notified of equal times, older efforts, imports and other users’ slower ones', async () => {
    const { ann, bob, race, news, clock } = await startRace()
    await race(bob, 6, 12)
    await race(bob, 8, 10)
    expect(await news()).toEqual([])
    await race(ann, 9, 13)
    clock.advance(10 * DAY)
    await race(bob, 10, 14)
    expect(await news()).toEqual([])
  })

  test('is not notified of an effort that cannot be seen', async () => {
    const { ctx, ann, bob, race, call, news } = await startRace()
    await race(bob, 8, 12, { ...PUBLIC, map_visibility: 'followers_only' })
    await race(bob, 9, 12, { ...PUBLIC, workout_visibility: 'private' })
    const zone = await call('POST', '/api/privacy/zones', {
      as: bob,
      json: { name: 'Work', positions: straightLine(2100, 0).slice(0, 1), radius: 200 },
    })
    await race(bob, 10, 13)
    await call('DELETE', `/api/privacy/zones/${zone.body.data.zone.id}`, { as: bob })
    expect(await news()).toEqual([])
    await aBlock(ctx, bob, ann)
    await race(bob, 11, 14)
    expect(await news()).toEqual([])
  })

  test('is notified as a follower of an effort for followers', async () => {
    const { ctx, ann, bob, race, news } = await startRace()
    await aFollow(ctx, ann, bob)
    await race(bob, 8, 12, { ...PUBLIC, map_visibility: 'followers_only' })
    expect(await news()).toEqual(['bob Hill'])
  })

  test('is the first of those that this user sees', async () => {
    const { ctx, ann, bob, carl, race, news } = await startRace()
    const dora = await aUser(ctx, { username: 'dora' })
    await race(carl, 10, 12, { ...PUBLIC, map_visibility: 'followers_only' })
    await race(dora, 5, 12)
    await aFollow(ctx, dora, carl)
    await race(bob, 8, 12)
    // Dora sees that Carl and Ann are faster.
    expect([await news(), await news(dora), await news(carl)]).toEqual([['bob Hill'], [], []])
    // Carl remains the first for those who follow him.
    await aFollow(ctx, ann, carl)
    await race(ann, 9, 13)
    expect(await news(bob)).toEqual(['ann Hill'])
    await race(bob, 9.5, 14)
    expect(await news()).toEqual(['bob Hill'])
  })

  test('is not notified if suspended, or if the switch is off, which clients need not know', async () => {
    const { ctx, ann, bob, race, news, send } = await startRace()
    const path = '/api/auth/profile/edit/notifications'
    expect((await send('POST', path, { json: SWITCHES })).status).toBe(200)
    const json = { ...SWITCHES, segment_lead_lost: false }
    expect((await send('POST', path, { json })).status).toBe(200)
    await race(bob, 8, 12)
    expect(await news()).toEqual([])
    await send('POST', path, { json: SWITCHES })
    await race(ann, 9, 13)
    const suspend = (at: number | null) =>
      ctx.db.updateTable('users').set({ suspended_at: at }).where('id', '=', ann.id).execute()
    await suspend(1)
    await race(bob, 10, 14)
    await suspend(null)
    expect(await news()).toEqual([])
  })
})

describe('the notification of a lost lead', () => {
  test('is sent to other programs with a link to the segment', async () => {
    const { ctx, ann, bob, segment, race, call } = await startRace()
    const json = { url: 'https://hook.example', events: ['notification.created'] }
    expect((await call('POST', '/api/webhooks', { as: ann, json })).status).toBe(201)
    await race(bob, 7, 12, { ...PUBLIC, map_visibility: 'private' })
    await race(bob, 8, 13)
    const events = await ctx.db.selectFrom('webhook_deliveries').select('body').execute()
    expect(events.map(({ body }) => JSON.parse(body).data.notification)).toEqual([
      {
        ...{ id: expect.any(String), type: 'segment_lead_lost', from: 'bob' },
        text: 'bob is faster than you on a segment',
        url: `http://localhost/segments/${segment}`,
      },
    ])
  })

  test('is hidden while the effort cannot be seen', async () => {
    const { ctx, ann, bob, carl, segment, race, call, match, isKnown } = await startRace()
    const workout = await race(bob, 8, 12)
    const edit = (json: object) => call('PATCH', `/api/workouts/${workout}`, { as: bob, json })
    const share = (visibility: string) =>
      call('PATCH', `/api/segments/${segment}`, { as: carl, json: { visibility } })
    expect(await isKnown()).toBe(true)
    for (const [hide, show] of [
      [{ map_visibility: 'private' }, { map_visibility: 'public' }],
      [{ excluded_from_records: true }, { excluded_from_records: false }],
      [{ sport_id: 5 }, { sport_id: 1 }],
    ] as const) {
      await edit(hide)
      await match()
      expect(await isKnown()).toBe(false)
      await edit(show)
      await match()
      expect(await isKnown()).toBe(true)
    }
    await share('followers_only')
    expect(await isKnown()).toBe(false)
    await share('public')
    const zone = await call('POST', '/api/privacy/zones', {
      as: bob,
      json: { name: 'Work', positions: straightLine(2100, 0).slice(0, 1), radius: 200 },
    })
    expect(await isKnown()).toBe(false)
    await match()
    expect(await isKnown()).toBe(false)
    await call('DELETE', `/api/privacy/zones/${zone.body.data.zone.id}`, { as: bob })
    await match()
    expect(await isKnown()).toBe(true)
    await aBlock(ctx, bob, ann)
    expect(await isKnown()).toBe(false)
  })

  test.each([
    ['the workout', (id: { workout: string }) => `/api/workouts/${id.workout}`, 'bob'],
    ['the segment', (id: { segment: string }) => `/api/segments/${id.segment}`, 'carl'],
  ] as const)('is deleted with %s', async (_, url, owner) => {
    const { ctx, bob, carl, segment, race, call, isKnown } = await startRace()
    const workout = await race(bob, 8, 12)
    expect(await isKnown()).toBe(true)
    const as = owner === 'bob' ? bob : carl
    expect((await call('DELETE', url({ workout, segment }), { as })).status).toBe(204)
    expect(await ctx.db.selectFrom('notifications').selectAll().execute()).toEqual([])
    expect(await isKnown()).toBe(false)
  })
})
