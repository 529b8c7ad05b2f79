import { describe, expect, test } from 'bun:test'
import { formatHttpDate } from '@/lib/time/http-date'
import { aComment } from '../support/comments'
import { aUser } from '../support/factories'
import { startModeration } from '../support/moderation'
import { contactDetails, noRelationship, plain, publicDetails } from '../support/people'
import { aFollow, aWorkout } from '../support/workouts'

const NO_WORKOUT = {
  status: 404,
  body: { data: { workouts: [] }, message: 'not found', status: 'not found' },
}

describe('a suspended workout', () => {
  async function startSuspended() {
    const moderation = await startModeration()
    const { send, acted, workout } = moderation
    const action = await acted('workout_suspension', { reason: 'rude' })
    const path = `/api/workouts/${workout.short_id}`
    return {
      ...moderation,
      action,
      path,
      see: (as?: typeof moderation.ann) => send('GET', path, as),
    }
  }

  test('shows its owner when and why it was suspended', async () => {
    const { ctx, send, see, action, bob } = await startSuspended()
    const now = formatHttpDate(ctx.clock.now())
    const suspension = {
      ...{ action_type: 'workout_suspension', appeal: null, created_at: now },
      ...{ id: action.id, reason: 'rude' },
    }
    const [workout] = (await see(bob)).body.data.workouts
    expect(workout).toMatchObject({ suspended: true, suspended_at: now, title: 'bad one' })
    expect(workout.suspension).toEqual(suspension)
    await send('POST', `/api/workouts/${workout.id}/suspension/appeal`, bob, { text: 'why?' })
    const [after] = (await see(bob)).body.data.workouts
    expect(after.suspension.appeal).toMatchObject({ approved: null, text: 'why?' })
  })

  test('shows its owner nothing about it once the suspension ends', async () => {
    const { acted, see, bob } = await startSuspended()
    await acted('workout_unsuspension')
    const [workout] = (await see(bob)).body.data.workouts
    expect(workout).toMatchObject({ suspended: false, suspended_at: null })
    expect(workout).not.toHaveProperty('suspension')
  })

  test('is not found by others, including moderators', async () => {
    const { ctx, see, ann, mod, admin, bob } = await startSuspended()
    await aFollow(ctx, ann, bob)
    for (const as of [undefined, ann, mod, admin]) expect(plain(await see(as))).toEqual(NO_WORKOUT)
  })

  test('is shown as suspended, without content, to users who commented on it', async () => {
    const { ctx, see, send, ann, bob, workout, path } = await startSuspended()
    await ctx.db
      .updateTable('workouts')
      .set({ map_id: 'secret', calories: 5, ave_hr: 150, description: 'secret', source: 'secret' })
      .execute()
    await aComment(ctx, { by: ann, on: workout })
    const { status, body } = await see(ann)
    expect(status).toBe(200)
    const { id, sport_id, user, workout_date, workout_visibility, ...rest } = body.data.workouts[0]
    expect({ id, sport_id, user, workout_date, workout_visibility }).toEqual({
      id: workout.short_id,
      sport_id: 1,
      user: publicDetails(bob, { nb_workouts: 1 }),
      workout_date: formatHttpDate(workout.workout_date),
      workout_visibility: 'public',
    })
    const telling = Object.entries(rest).filter(
      ([, value]) =>
        value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    )
    expect(Object.fromEntries(telling)).toEqual({
      suspended: true,
      title: '',
      notes: '',
      likes_count: 0,
    })
    for (const part of ['geojson', 'chart_data'])
      expect((await send('GET', `${path}/${part}`, ann)).status).toBe(404)
  })

  test('is not found by commenters who may no longer see it', async () => {
    const { ctx, see, ann, workout } = await startSuspended()
    await aComment(ctx, { by: ann, on: workout })
    await ctx.db.updateTable('workouts').set({ workout_visibility: 'private' }).execute()
    expect(plain(await see(ann))).toEqual(NO_WORKOUT)
  })

  test('is complete for moderators who read the report', async () => {
    const { look, action, ann, bob, mod, workout } = await startSuspended()
    const report = await look('workout')
    expect(report.reported_workout).toMatchObject({ title: 'bad one', suspended: true })
    expect(report.reported_workout.suspension).toEqual({
      ...action,
      moderator: { ...publicDetails(mod), ...contactDetails(mod) },
      user: {
        ...publicDetails(bob, { nb_workouts: 1 }),
        ...contactDetails(bob),
        ...noRelationship,
      },
    })
    expect(report.reported_by.username).toBe(ann.username)
    expect(report.reported_workout.id).toBe(workout.short_id)
  })
})

describe('a suspended comment', () => {
  async function startSuspended() {
    const moderation = await startModeration()
    const action = await moderation.acted('comment_suspension', { reason: 'rude' })
    const { send, comment } = moderation
    const see = async (as?: typeof moderation.ann) =>
      (await send('GET', `/api/comments/${comment.short_id}`, as)).body.comment
    return { ...moderation, action, see }
  }

  test('shows its author when and why it was suspended', async () => {
    const { ctx, see, action, bob } = await startSuspended()
    const now = formatHttpDate(ctx.clock.now())
    expect(await see(bob)).toMatchObject({
      ...{ suspended: true, suspended_at: now, text: 'bad words', text_html: 'bad words' },
    })
    expect((await see(bob)).suspension).toEqual({
      ...{ action_type: 'comment_suspension', appeal: null, created_at: now },
      ...{ id: action.id, reason: 'rude' },
    })
  })

  test('is shown without its content to others, including moderators', async () => {
    const { see, ann, mod } = await startSuspended()
    for (const as of [undefined, ann, mod]) {
      const seen = await see(as)
      expect(seen).toMatchObject({
        ...{ suspended: true, suspended_at: null, text: null, text_html: null },
        ...{ mentions: [], likes_count: 0 },
      })
      expect(seen).not.toHaveProperty('suspension')
    }
  })

  test('is complete for moderators who read the report', async () => {
    const { ctx, look } = await startSuspended()
    const { reported_comment } = await look('comment')
    expect(reported_comment).toMatchObject({
      ...{ suspended: true, suspended_at: formatHttpDate(ctx.clock.now()), text: 'bad words' },
    })
    expect(reported_comment).not.toHaveProperty('suspension')
  })
})

describe('a suspended account', () => {
  test('is not counted or listed among followers and followed users', async () => {
    const { ctx, send, ann, bob, eve } = await startModeration()
    const banned = await aUser(ctx, { suspended_at: 1 })
    for (const user of [banned, bob]) {
      await aFollow(ctx, user, ann)
      await aFollow(ctx, ann, user)
    }
    const { body } = await send('GET', '/api/users/ann', eve)
    expect(body.data[0]).toMatchObject({ followers: 1, following: 1 })
    for (const side of ['followers', 'following']) {
      const answer = await send('GET', `/api/users/ann/${side}`, eve)
      expect(answer.body.data[side]).toMatchObject([{ username: 'bob' }])
    }
  })

  test('can be read, with the date of the suspension', async () => {
    const { ctx, send, acted, ann } = await startModeration()
    await acted('user_suspension')
    const { body } = await send('GET', '/api/users/bob', ann)
    expect(body.data[0].suspended_at).toBe(formatHttpDate(ctx.clock.now()))
    expect(body.data[0]).not.toHaveProperty('suspension_report_id')
  })

  test('can still use its profile, suspension, sanctions and deletion', async () => {
    const { ctx, send, acted, bob } = await startModeration()
    const { id } = await acted('user_suspension')
    await aWorkout(ctx, bob)
    for (const path of [
      '/api/auth/profile',
      '/api/auth/account/suspension',
      `/api/auth/account/sanctions/${id}`,
      '/api/users/bob/sanctions',
    ])
      expect((await send('GET', path, bob)).status).toBe(200)
    for (const path of ['/api/users', '/api/users/bob', '/api/auth/blocked-users', '/api/workouts'])
      expect(plain(await send('GET', path, bob))).toEqual({
        status: 403,
        body: {
          message: 'you do not have permissions, your account is suspended',
          status: 'error',
        },
      })
    expect((await send('DELETE', '/api/users/bob', bob)).status).toBe(204)
  })
})
