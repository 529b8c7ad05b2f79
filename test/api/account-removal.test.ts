import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { asCaller } from '@/services/auth/as-caller'
import type { Inbox } from '@/store/files/inbox'
import { removeOrphanFolders } from '@/store/files/orphans'
import { deleteAccount } from '@/use-cases/accounts/delete-user'
import { startServer } from '../support/client'
import { aComment } from '../support/comments'
import { anAdmin, aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { aBlock, aFollow, aWorkout } from '../support/workouts'

/** What happens to rows when their account is deleted, by `table.column`. */
const WITH_THE_ACCOUNT: Record<string, 'CASCADE' | 'SET NULL'> = {
  'appeals.moderator_id': 'SET NULL',
  'appeals.user_id': 'CASCADE',
  'audit_entries.actor_id': 'SET NULL',
  'audit_entries.subject_id': 'SET NULL',
  'blocks.blocked_id': 'CASCADE',
  'blocks.blocker_id': 'CASCADE',
  'comment_likes.user_id': 'CASCADE',
  'comments.user_id': 'CASCADE',
  'efforts.user_id': 'CASCADE',
  'equipments.user_id': 'CASCADE',
  'first_visits.user_id': 'CASCADE',
  'follows.followed_id': 'CASCADE',
  'follows.follower_id': 'CASCADE',
  'idempotency_keys.user_id': 'CASCADE',
  'identities.user_id': 'CASCADE',
  'invitations.accepted_by': 'CASCADE',
  'invitations.invited_by': 'SET NULL',
  'load_sums.user_id': 'CASCADE',
  'load_updates.user_id': 'CASCADE',
  'login_addresses.user_id': 'CASCADE',
  'member_notes.author_id': 'SET NULL',
  'member_notes.user_id': 'CASCADE',
  'mentions.user_id': 'CASCADE',
  'notifications.from_user_id': 'CASCADE',
  'notifications.to_user_id': 'CASCADE',
  'oauth2_apps.user_id': 'CASCADE',
  'oauth2_grants.user_id': 'CASCADE',
  'passkeys.user_id': 'CASCADE',
  'personal_tokens.user_id': 'CASCADE',
  'photos.user_id': 'CASCADE',
  'privacy_settings.user_id': 'CASCADE',
  'purpose_tokens.user_id': 'CASCADE',
  'ranked_segments.user_id': 'CASCADE',
  'records.user_id': 'CASCADE',
  'registration_requests.user_id': 'CASCADE',
  'remeasurements.user_id': 'CASCADE',
  'report_actions.moderator_id': 'SET NULL',
  'report_actions.user_id': 'CASCADE',
  'report_comments.user_id': 'CASCADE',
  'reports.assigned_to': 'SET NULL',
  'reports.reported_by': 'SET NULL',
  'reports.reported_user_id': 'SET NULL',
  'reports.resolved_by': 'SET NULL',
  'routes.user_id': 'CASCADE',
  'saved_courses.user_id': 'CASCADE',
  'segment_bests.user_id': 'CASCADE',
  'segment_efforts.user_id': 'CASCADE',
  'segment_pieces.user_id': 'CASCADE',
  'sessions.user_id': 'CASCADE',
  'sport_names.user_id': 'CASCADE',
  'sport_preferences.user_id': 'CASCADE',
  'thresholds.user_id': 'CASCADE',
  'two_factor_logins.user_id': 'CASCADE',
  'user_tasks.user_id': 'CASCADE',
  'visit_recounts.user_id': 'CASCADE',
  'webhooks.user_id': 'CASCADE',
  'weights.user_id': 'CASCADE',
  'workout_duplicates.user_id': 'CASCADE',
  'workout_likes.user_id': 'CASCADE',
  'workout_sums.user_id': 'CASCADE',
  'workouts.user_id': 'CASCADE',
  'zone_rules.user_id': 'CASCADE',
}

describe('deleting an account', () => {
  test('treats every row that references it as documented', async () => {
    const { ctx } = startServer()
    const { rows } = await sql<{ column: string; rule: string }>`
      select tables.name || '.' || keys."from" as "column", keys.on_delete as rule
      from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
      where tables.type = 'table' and keys."table" = 'users'
      order by 1`.execute(ctx.db)
    expect(Object.fromEntries(rows.map(({ column, rule }) => [column, rule]))).toEqual(
      WITH_THE_ACCOUNT,
    )
  })

  test('deletes its own data and preserves that of others', async () => {
    const { ctx } = startServer()
    const { db } = ctx
    const [ann, bob] = [await aUser(ctx), await aUser(ctx)]
    const [hers, his] = [await aWorkout(ctx, ann), await aWorkout(ctx, bob)]
    await aFollow(ctx, ann, bob)
    await aFollow(ctx, bob, ann)
    await aBlock(ctx, bob, ann)
    await aComment(ctx, { by: ann, on: his })
    const kept = await aComment(ctx, { by: bob, on: hers })
    await deleteAccount(ctx, asCaller(ann), ann.username)
    const { rows } = await sql<{ left: string }>`
      select 'user ' || id as left from users
      union all select 'workout ' || id from workouts
      union all select 'follow' from follows
      union all select 'block' from blocks`.execute(db)
    expect(rows.map(({ left }) => left)).toEqual([`user ${bob.id}`, `workout ${his.id}`])
    expect(await db.selectFrom('comments').selectAll().execute()).toEqual([
      { ...kept, workout_id: null },
    ])
  })

  test('deletes its files that were set aside, and no others', async () => {
    const { ctx } = startServer()
    const [ann, bob] = [await aUser(ctx), await aUser(ctx)]
    const lost = (id: number) => `lost/workouts_${id}_ride.gpx`
    for (const { id } of [ann, bob]) {
      await Bun.write(ctx.files.pathOf(`workouts/${id}/ride.gpx`), 'x')
      await ctx.files.setAside(`workouts/${id}/ride.gpx`)
    }
    await deleteAccount(ctx, asCaller(ann), ann.username)
    expect(await ctx.files.exists(lost(ann.id))).toBeFalse()
    expect(await ctx.files.exists(lost(bob.id))).toBeTrue()
  })

  test('deletes its files once the account is deleted, and no others', async () => {
    const { call, ctx } = startServer()
    const [ann, bob] = [await aUser(ctx), await aUser(ctx)]
    const paths = (id: number) => [
      `workouts/${id}/2026-03-14_1_x.gpx`,
      `pictures/${id}/x.jpg`,
      `photos/${id}/x.webp`,
      `exports/${id}/archive_x.zip`,
    ]
    for (const path of [...paths(ann.id), ...paths(bob.id)])
      await Bun.write(ctx.files.pathOf(path), 'x')
    await call('DELETE', `/api/users/${ann.username}`, { as: ann })
    for (const path of paths(ann.id)) expect(await ctx.files.exists(path)).toBeFalse()
    for (const path of paths(bob.id)) expect(await ctx.files.exists(path)).toBeTrue()
  })

  test('succeeds when its files cannot be deleted', async () => {
    const { call, ctx } = startServer()
    const as = await aUser(ctx)
    ctx.files.removeFolder = async () => {
      throw new Error('the disk is read-only')
    }
    expect((await call('DELETE', `/api/users/${as.username}`, { as })).status).toBe(204)
    expect(await ctx.db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('reopens registration', async () => {
    const { call, ctx } = startServer()
    await anAdmin(ctx)
    const as = await aUser(ctx)
    await ctx.db.updateTable('app_config').set({ max_users: 2 }).execute()
    const isOpen = async () => (await call('GET', '/api/config')).body.data.is_registration_enabled
    expect(await isOpen()).toBeFalse()
    await call('DELETE', `/api/users/${as.username}`, { as })
    expect(await isOpen()).toBeTrue()
  })
})

describe('the nightly cleanup', () => {
  test('deletes the folders of accounts that no longer exist, and nothing else', async () => {
    const { ctx } = startServer()
    const ann = await aUser(ctx)
    const gone = [
      'workouts/900/x.gpx',
      'pictures/901/x.jpg',
      'exports/902/x.zip',
      'photos/903/x.webp',
    ]
    const kept = [`workouts/${ann.id}/x.gpx`, 'workouts/readme/x.txt', 'other/900/x']
    for (const path of [...gone, ...kept]) await Bun.write(ctx.files.pathOf(path), 'x')
    await removeOrphanFolders(ctx)
    for (const path of gone) expect(await ctx.files.exists(path)).toBeFalse()
    for (const path of kept) expect(await ctx.files.exists(path)).toBeTrue()
  })

  test('deletes an inbox whose account was deleted before the server stopped, and no other one', async () => {
    const inboxDir = join(newTestFolder(), 'inbox')
    const { ctx } = startServer({ inboxDir })
    const [ann, bob] = [await aUser(ctx), await aUser(ctx)]
    for (const name of [ann.username, bob.username, 'stranger'])
      await Bun.write(join(inboxDir, name, 'ride.gpx'), 'x')
    const inbox = ctx.inbox as Inbox
    inbox.removeFolder = () => Promise.reject(new Error('the server stops here'))
    await deleteAccount(ctx, asCaller(ann), ann.username)
    // Another one that was about to be deleted.
    await inbox.markDeleted(bob.username, bob.id)
    await removeOrphanFolders(ctx)
    expect(readdirSync(inboxDir).toSorted()).toEqual([bob.username, 'stranger'].toSorted())
  })

  test('removes the deletion mark from the inbox of an account that still exists', async () => {
    const inboxDir = join(newTestFolder(), 'inbox')
    const { ctx } = startServer({ inboxDir })
    const ann = await aUser(ctx)
    await Bun.write(join(inboxDir, ann.username, 'ride.gpx'), 'x')
    await sql`create trigger refusal before delete on users begin select raise(abort, 'no'); end`.execute(
      ctx.db,
    )
    await expect(deleteAccount(ctx, asCaller(ann), ann.username)).rejects.toThrow('no')
    expect(readdirSync(join(inboxDir, ann.username))).toEqual(['ride.gpx'])
  })

  test('does nothing on a fresh server', async () => {
    const { ctx } = startServer()
    expect(removeOrphanFolders(ctx)).resolves.toBeUndefined()
  })
})
