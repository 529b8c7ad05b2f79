import { describe, expect, test } from 'bun:test'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { aComment } from '../support/comments'
import { aUser } from '../support/factories'
import { aReport, aSanction } from '../support/moderation'
import { plain, startPeople } from '../support/people'
import { aBlock, aFollow, aWorkout } from '../support/workouts'

const refused = (message: string) => ({ status: 403, body: { message, status: 'error' } })
const FORBIDDEN = refused('you do not have permissions')
const ONLY_ADMIN = refused('you can not delete your account, no other user has admin rights')

describe('DELETE /api/users/:name', () => {
  test("deletes the caller's account, whatever the case of its name", async () => {
    const { send, ann, bob } = await startPeople()
    const answer = await send('DELETE', '/api/users/ANN', ann)
    expect(plain(answer)).toEqual({ status: 204, body: '' })
    expect((await send('GET', '/api/users/ann', bob)).status).toBe(404)
    expect((await send('GET', '/api/auth/profile', ann)).status).toBe(401)
  })

  test('is open to suspended accounts', async () => {
    const { ctx, send } = await startPeople()
    const banned = await aUser(ctx, { username: 'banned', suspended_at: 1 })
    expect((await send('DELETE', '/api/users/banned', banned)).status).toBe(204)
  })

  test('checks in the documented order', async () => {
    const { ctx, send, ann, mod, admin } = await startPeople()
    const owner = await aUser(ctx, { username: 'boss', role: 'owner' })
    const remove = async (name: string, as: UserRow) =>
      plain(await send('DELETE', `/api/users/${name}`, as))
    const unknown = { status: 404, body: { message: 'user does not exist', status: 'not found' } }
    expect(await remove('nobody', ann)).toEqual(unknown)
    for (const as of [ann, mod, admin])
      expect(await remove('boss', as)).toEqual(refused('you can not delete owner account'))
    for (const as of [ann, mod]) expect(await remove('bob', as)).toEqual(FORBIDDEN)
    expect((await remove('root', admin)).status).toBe(204)
    expect(await remove('boss', owner)).toEqual(ONLY_ADMIN)
  })

  test('does not delete the last administrator', async () => {
    const { ctx, send, admin } = await startPeople()
    expect(plain(await send('DELETE', '/api/users/root', admin))).toEqual(ONLY_ADMIN)
    await aUser(ctx, { role: 'owner' })
    expect((await send('DELETE', '/api/users/root', admin)).status).toBe(204)
  })

  test('deletes only one of two administrators who delete their accounts at the same time', async () => {
    const { ctx, send, admin } = await startPeople()
    const other = await aUser(ctx, { username: 'root2', role: 'admin' })
    const answers = await Promise.all([
      send('DELETE', '/api/users/root', admin),
      send('DELETE', '/api/users/root2', other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 403])
  })

  test('lets administrators delete other users, including administrators', async () => {
    const { ctx, send, admin } = await startPeople()
    await aUser(ctx, { username: 'root2', role: 'admin' })
    for (const name of ['bob', 'root2'])
      expect((await send('DELETE', `/api/users/${name}`, admin)).status).toBe(204)
  })

  test('deletes everything of the account and nothing of others', async () => {
    const { ctx, send, ann, bob, eve, mod, admin } = await startPeople()
    const [theirs, own] = [
      await aWorkout(ctx, bob, { workout_visibility: 'public' }),
      await aWorkout(ctx, ann, { workout_visibility: 'public' }),
    ]
    const answer = await aComment(ctx, { by: ann, on: theirs })
    const remark = await aComment(ctx, { by: bob, on: own })
    await aFollow(ctx, bob, ann)
    await aFollow(ctx, ann, bob)
    await aBlock(ctx, eve, bob)
    await send('POST', `/api/comments/${answer.short_id}/like`, bob)
    const report = await aReport(ctx, { by: bob, about: ann })
    const about = await aReport(ctx, { by: eve, about: bob })
    await aSanction(ctx, { report: about, by: mod, type: 'user_warning' })
    const handled = await aSanction(ctx, { report, by: bob, type: 'user_warning' })
    expect((await send('DELETE', '/api/users/bob', admin)).status).toBe(204)
    const count = async (table: 'workouts' | 'comments' | 'follows' | 'blocks' | 'comment_likes') =>
      (await ctx.db.selectFrom(table).selectAll().execute()).length
    expect([await count('workouts'), await count('follows'), await count('blocks')]).toEqual([
      ...[1, 0, 0],
    ])
    expect(await count('comment_likes')).toBe(0)
    const comments = await ctx.db.selectFrom('comments').selectAll().execute()
    expect(comments).toEqual([{ ...answer, workout_id: null }])
    expect(remark.workout_id).toBe(own.id)
    const reports = await ctx.db.selectFrom('reports').selectAll().execute()
    expect(reports).toEqual([
      { ...report, reported_by: null },
      { ...about, reported_user_id: null },
    ])
    const actions = await ctx.db.selectFrom('report_actions').selectAll().execute()
    expect(actions).toEqual([{ ...handled, moderator_id: null }])
  })
})
