import { describe, expect, spyOn, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examineServer } from '@/cli/doctor/server'
import { startAlerts } from '@/jobs/deliver-alerts'
import type { Config } from '@/lib/config/config'
import type { AppContext } from '@/services/context'
import { withdraw } from '@/services/notifications/notify'
import { checkpointBy } from '@/store/db/connections/maintenance'
import { openDatabase } from '@/store/db/connections/open'
import { transact } from '@/store/db/connections/transact'
import { AlertStore } from '@/store/files/alerts'
import { alertOwners, endAlert } from '@/use-cases/instance/alert-owners'
import { databaseCheck } from '@/use-cases/instance/check-health'
import { measureInstance } from '@/use-cases/instance/measure-instance'
import { afterTest } from '../support/after-test'
import { dataDir, run, startInNewFolders } from '../support/cli'
import { startServer } from '../support/client'
import { aModerator, anAdmin, anOwner, aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { startMailbox } from '../support/mailbox'
import { PREPARED_DATABASE } from '../support/prepared-database'

const DAY = 86_400_000
const FACTS = { folder: '/mnt/backups' }
const EIO = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'SQLITE_IOERR_FSYNC' })

/** A server that sends email, with users of every role. */
async function startWithStaff(changes: Partial<Config> = {}) {
  const mailbox = await startMailbox()
  const server = startServer({ mail: mailbox.settings, ...changes })
  const { ctx } = server
  const owner = await anOwner(ctx, { username: 'owner' })
  const admin = await anAdmin(ctx, { username: 'admin', language: 'de' })
  const moderator = await aModerator(ctx, { username: 'moderator' })
  await aUser(ctx, { username: 'user' })
  await anAdmin(ctx, { username: 'inactive', is_active: 0 })
  await anAdmin(ctx, { username: 'suspended', suspended_at: 1 })
  return { ...server, ctx, mailbox, owner, admin, moderator }
}

/** A folder with a database file, because a disk can only fail under a file. */
function newDataFolder() {
  const folder = newTestFolder()
  const file = join(folder, 'milepost.db')
  writeFileSync(file, PREPARED_DATABASE)
  const open = () => openDatabase(file)
  return { folder, open }
}

const fail = (ctx: AppContext) =>
  checkpointBy(ctx.db, () => Promise.reject(EIO)).catch(() => undefined)

const notified = async ({ db }: AppContext) =>
  (
    await db
      .selectFrom('notifications')
      .innerJoin('users', 'users.id', 'to_user_id')
      .select(['username', 'type', 'is_read'])
      .orderBy('username')
      .execute()
  ).map(({ username, type, is_read }) => `${username} ${type} ${is_read ? 'read' : 'unread'}`)

const recipients = (mails: { to: string[] }[]) => mails.flatMap(({ to }) => to).toSorted()

describe('a problem of the server', () => {
  test('is mailed to active owners and administrators in their language, and notified', async () => {
    const { ctx, mailbox } = await startWithStaff()
    await alertOwners(ctx, 'backup_unmounted', FACTS)
    await ctx.mail.idle()
    expect(recipients(mailbox.mails)).toEqual(['admin@example.com', 'owner@example.com'])
    const [mail] = mailbox.to('owner@example.com')
    expect(mail?.subject).toBe('Milepost - The disk for backups is not mounted')
    expect(mail?.text).toContain('> folder: /mnt/backups')
    expect(mailbox.to('admin@example.com')[0]?.subject).toBe(
      'Milepost - Der Datenträger für Sicherungen ist nicht eingehängt',
    )
    expect(await notified(ctx)).toEqual([
      'admin backup_unmounted unread',
      'owner backup_unmounted unread',
    ])
  })

  test('is alerted once a day while it lasts, and the notification is unread again', async () => {
    const { ctx, clock, mailbox } = await startWithStaff()
    const error = spyOn(ctx.log, 'error')
    const alert = async () => {
      await alertOwners(ctx, 'backup_late', FACTS)
      await ctx.mail.idle()
      return mailbox.mails.length
    }
    expect(await alert()).toBe(2)
    await ctx.db.updateTable('notifications').set({ is_read: 1 }).execute()
    clock.advance(DAY - 1)
    expect(await alert()).toBe(2)
    expect(await notified(ctx)).toEqual(['admin backup_late read', 'owner backup_late read'])
    clock.advance(1)
    expect(await alert()).toBe(4)
    expect(await notified(ctx)).toEqual(['admin backup_late unread', 'owner backup_late unread'])
    expect(error.mock.calls).toEqual([
      [{ alert: 'backup_late', ...FACTS }, 'alerting the owners'],
      [{ alert: 'backup_late', ...FACTS }, 'alerting the owners'],
    ])
  })

  test('that disappears and returns within a day is alerted once, and inactive in between', async () => {
    const { ctx, mailbox } = await startWithStaff()
    const isActive = async () =>
      (await measureInstance(ctx)).alerts.find(({ kind }) => kind === 'backup_late')?.isActive
    for (const _ of [1, 2]) {
      await alertOwners(ctx, 'backup_late', FACTS)
      expect(await isActive()).toBe(true)
      endAlert(ctx, 'backup_late')
      expect(await isActive()).toBe(false)
    }
    await ctx.mail.idle()
    expect(mailbox.mails).toHaveLength(2)
  })

  test('is alerted once by simultaneous calls, and after a restart within a day', async () => {
    const { ctx, mailbox } = await startWithStaff()
    await Promise.all([1, 2].map(() => alertOwners(ctx, 'backup_failed', FACTS)))
    const restarted = { ...ctx, alerts: new AlertStore(ctx.config.dataDir, ctx) }
    await alertOwners(restarted, 'backup_failed', FACTS)
    await ctx.mail.idle()
    expect(mailbox.mails).toHaveLength(2)
  })

  test('is alerted although the clock was set back', async () => {
    const { ctx, clock, mailbox } = await startWithStaff()
    await alertOwners(ctx, 'backup_failed', FACTS)
    clock.jump(-400 * DAY)
    await alertOwners(ctx, 'backup_failed', FACTS)
    await ctx.mail.idle()
    expect(mailbox.mails).toHaveLength(4)
  })

  test.each([
    ['damaged', (path: string) => writeFileSync(path, '{"backup_failed": {"isActive": true')],
    ['of another kind', (path: string) => writeFileSync(path, '{"backup_failed": 7, "x": []}')],
    ['not writable', (path: string) => mkdirSync(path)],
  ])('is alerted when the record of alerts is %s', async (_, spoil) => {
    const { ctx, mailbox } = await startWithStaff()
    spoil(join(ctx.config.dataDir, 'alerts.json'))
    for (const _ of [1, 2]) await alertOwners(ctx, 'backup_failed', FACTS)
    await ctx.mail.idle()
    expect(mailbox.mails).toHaveLength(2)
  })

  test('is notified to owners of a server without email', async () => {
    const { ctx } = await startWithStaff({ mail: undefined })
    await alertOwners(ctx, 'folder_not_writable', { folder: '/srv' })
    expect(await notified(ctx)).toEqual([
      'admin folder_not_writable unread',
      'owner folder_not_writable unread',
    ])
  })
})

describe('a notification about a problem', () => {
  test('has no sender and is visible to administrators only', async () => {
    const { ctx, call, owner } = await startWithStaff()
    await alertOwners(ctx, 'backup_failed', FACTS)
    const list = async () => (await call('GET', '/api/notifications', { as: owner })).body
    expect((await list()).notifications).toEqual([
      expect.objectContaining({ type: 'backup_failed', from: null, marked_as_read: false }),
    ])
    await ctx.db
      .updateTable('users')
      .set({ role: 'moderator' })
      .where('id', '=', owner.id)
      .execute()
    expect((await list()).notifications).toEqual([])
  })
})

test('a notification about a problem is deleted when its reader is no longer an administrator', async () => {
  const { ctx, admin } = await startWithStaff()
  await alertOwners(ctx, 'backup_failed', FACTS)
  await transact(ctx, (tx) => withdraw(tx, 'role_changed', { userId: admin.id, role: 'moderator' }))
  expect(await notified(ctx)).toEqual(['owner backup_failed unread'])
})

describe('a failing disk', () => {
  test('is mailed although nothing can be stored, and notified after the restart', async () => {
    const { folder, open } = newDataFolder()
    const mailbox = await startMailbox()
    const changes = { mail: mailbox.settings, dataDir: folder }
    const { ctx } = startServer(changes, open())
    await anOwner(ctx, { username: 'owner' })
    const alerts = startAlerts(ctx)
    await fail(ctx)
    await alerts.stop()
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]?.subject).toBe('Milepost - The server can no longer save changes')
    expect(mailbox.mails[0]?.text).toContain('> errno: SQLITE_IOERR_FSYNC')
    expect(databaseCheck(ctx)).toThrow()
    expect((await measureInstance(ctx)).alerts).toContainEqual({
      kind: 'disk_failed',
      isActive: true,
    })

    const restarted = startServer(changes, open())
    await startAlerts(restarted.ctx).stop()
    await restarted.ctx.mail.idle()
    expect(await notified(restarted.ctx)).toEqual(['owner disk_failed unread'])
    expect(mailbox.mails).toHaveLength(1)
    expect((await measureInstance(restarted.ctx)).alerts).toContainEqual({
      kind: 'disk_failed',
      isActive: false,
    })
  })

  test('is mailed after the restart when the mail server rejected it', async () => {
    const { folder, open } = newDataFolder()
    const mailbox = await startMailbox()
    const changes = { mail: mailbox.settings, dataDir: folder }
    const { ctx } = startServer(changes, open())
    await anOwner(ctx, { username: 'owner' })
    mailbox.refusals.push({ at: 'content', code: 451 })
    const alerts = startAlerts(ctx)
    await fail(ctx)
    await alerts.stop()
    expect(mailbox.mails).toHaveLength(0)
    const restarted = startServer(changes, open())
    await startAlerts(restarted.ctx).stop()
    await restarted.ctx.mail.idle()
    expect(recipients(mailbox.mails)).toEqual(['owner@example.com'])
  })
})

describe('milepost doctor', () => {
  startInNewFolders()
  const doctor = () => run('doctor', '--offline')

  test('reports a server that stopped storing changes, until it is restarted', async () => {
    expect((await doctor()).out).toContain('ok       storing changes')
    const database = openDatabase(join(dataDir(), 'milepost.db'))
    const { ctx } = startServer({ dataDir: dataDir() }, database)
    await fail(ctx)
    const alerts = startAlerts(ctx)
    await alerts.stop()
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(out).toContain('ERROR    storing changes: stopped at 2026-03-14T12:00:00.000Z')
    expect(out).toContain('EIO: i/o error, fsync')
    expect(readFileSync(join(dataDir(), 'alerts.json'), 'utf8')).toContain('disk_failed')
    const restarted = startServer({ dataDir: dataDir() }, openDatabase(database.sqlite.name))
    await startAlerts(restarted.ctx).stop()
    expect((await doctor()).out).toContain('ok       storing changes')
  })

  test('reports a running server whose database does not work', async () => {
    const broken = Bun.serve({ port: 0, fetch: () => new Response('', { status: 500 }) })
    afterTest(() => broken.stop(true))
    const { ctx } = startServer({ dataDir: dataDir(), host: '127.0.0.1', port: broken.port ?? 0 })
    expect(await examineServer(ctx.config)).toMatchObject([
      { what: 'storing changes', problem: expect.stringContaining('of the running server') },
    ])
  })
})
