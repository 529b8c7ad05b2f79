import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { countQueries } from '../support/count-queries'
import { anAdmin, aSuspendedUser, aUser } from '../support/factories'
import { runs } from '../support/properties'
import { aBlock, aFollow, startWorkoutServer } from '../support/workouts'

type Level = 'public' | 'followers_only' | 'private'

interface RecordJson {
  record_type: string
  value: number | string
  workout_id: string
}

/**
 * Ann with a workout of each visibility, the more private the longer, and users with different relationships to her.
 */
async function startScene() {
  const server = await startWorkoutServer({ username: 'ann' })
  const { ctx, user: ann, enter, get } = server
  const levels: [Level, number][] = [
    ['public', 10],
    ['followers_only', 20],
    ['private', 30],
  ]
  const workouts: Record<string, string> = {}
  for (const [workout_visibility, distance] of levels)
    workouts[workout_visibility] = (await enter({ workout_visibility, distance })).id
  const stranger = await aUser(ctx)
  const follower = await aUser(ctx)
  await aFollow(ctx, follower, ann)
  /** Ann's records as a user sees them on her page. */
  const seenBy = async (as: typeof ann): Promise<RecordJson[]> =>
    (await get('/api/users/ann', { as })).body.data[0].records
  const farthest = async (as: typeof ann) =>
    (await seenBy(as)).find(({ record_type }) => record_type === 'FD')
  return { ...server, ann, workouts, stranger, follower, seenBy, farthest }
}

describe('records of another user', () => {
  test('are the best of the workouts that the caller may see', async () => {
    const { stranger, follower, farthest, workouts } = await startScene()
    expect(await farthest(stranger)).toMatchObject({ value: 10, workout_id: workouts.public })
    expect(await farthest(follower)).toMatchObject({
      value: 20,
      workout_id: workouts.followers_only,
    })
  })

  test('include all workouts for their owner', async () => {
    const { ann, get, workouts } = await startScene()
    const { records } = (await get('/api/auth/profile', { as: ann })).body.data
    const [farthest] = records.filter((one: RecordJson) => one.record_type === 'FD')
    expect(farthest).toMatchObject({ value: 30, workout_id: workouts.private })
  })

  test("never reveal a private workout, whatever the caller's role", async () => {
    const { ctx, ann, get, workouts, stranger, follower } = await startScene()
    await aFollow(ctx, ann, stranger)
    const paths = [
      '/api/users/ann',
      '/api/users',
      `/api/users/${stranger.username}/followers`,
      '/api/users/ann/followers',
    ]
    await ctx.db.updateTable('users').set({ hide_profile_in_users_directory: 0 }).execute()
    for (const as of [stranger, follower, await anAdmin(ctx)])
      for (const path of paths) {
        const { status, body } = await get(path, { as })
        expect(status).toBe(200)
        expect(JSON.stringify(body)).not.toContain(workouts.private ?? '')
      }
  })

  test('are empty for users whom the owner has blocked', async () => {
    const { ctx, ann, follower, seenBy } = await startScene()
    await aBlock(ctx, ann, follower)
    expect(await seenBy(follower)).toEqual([])
  })

  test('are those for a stranger while a follow request is pending', async () => {
    const { ctx, ann, farthest, workouts } = await startScene()
    const asking = await aUser(ctx)
    await aFollow(ctx, asking, ann)
    await ctx.db
      .updateTable('follows')
      .set({ state: 'pending' })
      .where('follower_id', '=', asking.id)
      .execute()
    expect(await farthest(asking)).toMatchObject({ workout_id: workouts.public })
  })

  test('exclude suspended workouts', async () => {
    const { ctx, follower, farthest, workouts } = await startScene()
    await ctx.db
      .updateTable('workouts')
      .set({ suspended_at: 1 })
      .where('short_id', '=', workouts.followers_only ?? '')
      .execute()
    expect(await farthest(follower)).toMatchObject({ workout_id: workouts.public })
  })

  test('are missing for a sport without a visible workout', async () => {
    const { enter, stranger, seenBy } = await startScene()
    await enter({ sport_id: 5, workout_visibility: 'private' })
    const sports = (await seenBy(stranger)).map(
      (record) => (record as { sport_id?: number }).sport_id,
    )
    expect(new Set(sports)).toEqual(new Set([1]))
  })

  test('belong to the earlier of equal workouts', async () => {
    const { enter, follower, farthest } = await startScene()
    const json = { distance: 25, workout_date: '2024-05-01 10:00' }
    await enter({ ...json, workout_date: '2024-05-03 10:00', workout_visibility: 'public' })
    const { id } = await enter({ ...json, workout_visibility: 'followers_only' })
    expect(await farthest(follower)).toMatchObject({ value: 25, workout_id: id })
  })

  test('match the workouts that a caller may see', async () => {
    const { ctx, ann, stranger, follower, enter, seenBy } = await startScene()
    const level = fc.constantFrom<Level>('public', 'followers_only', 'private')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(level, fc.integer({ min: 1, max: 50 })), { maxLength: 6 }),
        async (entries) => {
          await ctx.db.deleteFrom('workouts').where('user_id', '=', ann.id).execute()
          await ctx.db.deleteFrom('records').where('user_id', '=', ann.id).execute()
          for (const [workout_visibility, distance] of entries)
            await enter({ workout_visibility, distance })
          for (const [as, shown] of [
            [stranger, ['public']],
            [follower, ['public', 'followers_only']],
          ] as const) {
            const distances = entries
              .filter(([one]) => (shown as readonly string[]).includes(one))
              .map(([, distance]) => distance)
            const found = (await seenBy(as)).find(({ record_type }) => record_type === 'FD')
            expect(found?.value ?? 0).toBe(Math.max(0, ...distances))
          }
        },
      ),
      runs(15),
    )
  })

  test('need as many database queries for many users as for a few', async () => {
    const { ctx, get, enter, stranger, ann } = await startScene()
    await aFollow(ctx, ann, stranger)
    const path = `/api/users/${stranger.username}/followers`
    const count = countQueries(ctx)
    const statements = async () => {
      // A change, so that no cache applies.
      await ctx.db
        .updateTable('app_config')
        .set({ about: ctx.ids.hex(4) })
        .execute()
      count()
      await get(path, { as: stranger })
      return count()
    }
    for (let made = 0; made < 2; made += 1) await aFollow(ctx, await aUser(ctx), stranger)
    const few = await statements()
    for (let made = 0; made < 5; made += 1) await aFollow(ctx, await aUser(ctx), stranger)
    for (let made = 0; made < 20; made += 1) await enter({ workout_visibility: 'private' })
    expect(await statements()).toBe(few)
  })

  test('are hidden from suspended followers and anonymous visitors', async () => {
    const { ctx, ann, call, get } = await startScene()
    const suspended = await aSuspendedUser(ctx)
    await aFollow(ctx, suspended, ann)
    expect((await get('/api/users/ann', { as: suspended })).status).toBe(403)
    expect(JSON.stringify((await call('GET', '/api/users/ann')).body)).not.toContain('record_type')
  })
})
