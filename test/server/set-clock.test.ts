import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asCaller } from '@/auth/as-caller'
import { folderTarget, removeOldBackups } from '@/backup/folder'
import { openDatabase } from '@/db/open'
import { claimNextTask } from '@/db/queries/user-tasks'
import { getUserById } from '@/db/queries/users'
import { transact, writeTo } from '@/db/transact'
import { backUpDatabase } from '@/db/upkeep'
import { newClaim } from '@/jobs/claims'
import { ChoreRunner } from '@/jobs/do-chores'
import { choresOf } from '@/jobs/schedule'
import { takeTurn } from '@/jobs/turn'
import { expiringCache } from '@/lib/expiring-cache'
import { processName } from '@/lib/process-name'
import { passwordChange } from '@/mail/messages/account'
import { postMail } from '@/mail/outbox'
import { openBucketCache } from '@/storage/bucket-cache'
import { removeStaleArrivals } from '@/storage/orphans'
import { cleanExports } from '@/use-cases/exports/clean-exports'
import { requestExport } from '@/use-cases/exports/request-export'
import { databaseCheck } from '@/use-cases/instance/check-health'
import { mapDrawer } from '@/workers/map-drawer'
import { rides, startArchiveServer } from '../support/archives'
import { startServer } from '../support/client'
import { testClock } from '../support/clock'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { startMailbox } from '../support/mailbox'
import { PREPARED_DATABASE } from '../support/prepared-database'

/*
 * Clocks are set while a server runs: a computer without a battery begins in 1970 and asks a time server a moment later,
 * and one whose clock runs in another zone is an hour ahead until then.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SINCE_1970 = 57 * 365 * DAY

const TYPE = 'workouts_archive_upload'

describe('a task under way', () => {
  test.each([
    ['put forward by half a century', SINCE_1970],
    ['put back by an hour', -HOUR],
    ['put back by half a century', -SINCE_1970],
  ])('is finished when the clock is %s meanwhile', async (_, jump) => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    const claim = newClaim(server.ctx)
    const task = await writeTo(server.ctx.db, (tx) => claimNextTask(tx, TYPE, claim))
    if (!task) throw new Error('nothing to do')
    const turn = takeTurn(server.ctx, task, () => false)
    server.clock.jump(jump)
    expect(await turn).toBe('worked')
    expect(await server.task(id)).toMatchObject({ status: 'successful', progress: 100 })
    const row = await server.ctx.db.selectFrom('user_tasks').select('spent_ms').executeTakeFirst()
    expect(row?.spent_ms).toBe(0)
  })

  test('of a process of another machine that is gone goes on soon after its clock was put back', async () => {
    const server = await startArchiveServer()
    await server.queue(rides(3))
    const claim = (worker: string) =>
      writeTo(server.ctx.db, (tx) => claimNextTask(tx, TYPE, { ...newClaim(server.ctx), worker }))
    expect(await claim('elsewhere_1_1')).toBeDefined()
    server.clock.jump(-60_000)
    expect(await claim('elsewhere_2_2')).toBeUndefined()
    server.clock.jump(-HOUR)
    expect(await claim('elsewhere_2_2')).toBeDefined()
  })
})

test('an export of a time to come is in nobody’s way', async () => {
  const server = await startArchiveServer()
  const request = () => server.send('POST', '/api/auth/account/export/request', { json: {} })
  await request()
  await server.serve()
  expect((await request()).body.message).toBe('completed request already exists')
  server.clock.jump(-SINCE_1970)
  expect((await request()).status).toBe(200)
})

test('an export that was made before the clock was put right stays as long as any', async () => {
  const server = await startArchiveServer()
  server.clock.jump(-server.clock.now() + 60_000)
  const caller = asCaller(await getUserById(server.ctx.db, server.user.id))
  await requestExport(server.ctx, caller)
  await server.serve()
  server.clock.jump(SINCE_1970)
  const count = async () => (await cleanExports(server.ctx, 30)).requests
  expect([await count(), await count()]).toEqual([0, 0])
  server.clock.advance(29 * DAY)
  expect(await count()).toBe(0)
  server.clock.advance(2 * DAY)
  expect(await count()).toBe(1)
})

test('a mail that waited when the clock was put back by years does not wait for years', async () => {
  const mailbox = await startMailbox()
  const server = startServer({ mail: mailbox.settings })
  mailbox.refusals.push({ at: 'content', code: 451 })
  const user = await aUser(server.ctx)
  await transact(server.ctx, (tx) => postMail(tx, user, passwordChange(undefined)))
  await server.ctx.mail.idle()
  expect(mailbox.mails).toHaveLength(0)
  server.clock.jump(-SINCE_1970)
  server.ctx.mail.wake()
  await server.ctx.mail.idle()
  expect(mailbox.mails).toHaveLength(1)
})

describe('the nightly chores', () => {
  test('are done once, at once, when the clock is put right, and again in the next night', async () => {
    const server = startServer()
    server.clock.jump(-server.clock.now())
    const database = openDatabase(':memory:')
    const { ctx } = server
    const runner = new ChoreRunner({ ctx, database }, choresOf(ctx))
    const backups = join(server.ctx.config.dataDir, 'backups')
    const made = () => (existsSync(backups) ? readdirSync(backups).toSorted() : [])
    await runner.look()
    expect(made()).toEqual([])
    server.clock.set('2026-11-22T22:00:00Z')
    await runner.look()
    expect(made()).toEqual(['milepost-2026-11-22.db'])
    rmSync(backups, { recursive: true })
    await runner.look()
    expect(made()).toEqual([])
    server.clock.set('2026-11-23T12:00:00Z')
    await runner.look()
    expect(made()).toEqual(['milepost-2026-11-23.db'])
    await database.db.destroy()
  })

  test('leave what has been arriving since before the clock was put right', async () => {
    const { ctx } = startServer()
    const incoming = ctx.files.incoming()
    const elsewhere = join(dirname(dirname(incoming)), 'elsewhere_1_1', 'half')
    for (const file of [incoming, elsewhere]) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'half of it')
      utimesSync(file, new Date(1000), new Date(1000))
    }
    expect(dirname(incoming)).toEndWith(processName())
    await removeStaleArrivals(ctx, { now: SINCE_1970, running: HOUR })
    expect([existsSync(incoming), existsSync(elsewhere)]).toEqual([true, false])
    await removeStaleArrivals(ctx, { now: SINCE_1970, running: 2 * DAY })
    expect(existsSync(incoming)).toBe(false)
  })
})

describe('the backup that was just made', () => {
  test('stays when its name is the oldest, in the folder of full ones', async () => {
    const folder = newTestFolder()
    const manifest = {
      ...({ format: 'milepost-backup', version: 1, server: '1', createdAt: '' } as const),
      ...{ counts: { users: 0, workouts: 0 }, missing: [] },
      files: [{ path: 'milepost.db', size: 0, sha256: '', modifiedAt: 0 }],
    }
    const names = ['2026-11-20', '2026-11-21', '2026-11-22', '1970-01-01'].map(
      (day) => `milepost-${day}T03-53-00Z`,
    )
    for (const name of names) await (await folderTarget(folder, name)).finish(manifest)
    const [first, second, third, made = ''] = names
    expect(await removeOldBackups(folder, { keep: 2, made })).toEqual([first, second] as string[])
    expect(readdirSync(folder).toSorted()).toEqual(['contents', made, third] as string[])
  })

  test('stays when its name is the oldest, among the copies of the database', async () => {
    const folder = newTestFolder()
    const database = openDatabase(':memory:')
    for (const day of ['2026-11-20', '2026-11-21', '1970-01-01', '1970-01-02'])
      await backUpDatabase(database, { folder, day, keep: 2 })
    await database.db.destroy()
    expect(readdirSync(folder).toSorted()).toEqual([
      'milepost-1970-01-02.db',
      'milepost-2026-11-21.db',
    ])
  })
})

describe('what is remembered for a while', () => {
  test('is forgotten in time when the clock was put back', () => {
    const clock = testClock()
    const cache = expiringCache<string>({ clock, lifetime: 1000, entries: 2 })
    cache.set('a', 'value')
    clock.jump(-HOUR)
    expect(cache.get('a')).toBe('value')
    clock.advance(1000)
    expect(cache.get('a')).toBeUndefined()
  })

  test('that the database works is looked at again', async () => {
    const file = join(newTestFolder(), 'milepost.db')
    writeFileSync(file, PREPARED_DATABASE)
    const { ctx, clock } = startServer()
    const { db } = openDatabase(file)
    const check = databaseCheck({ ...ctx, db })
    expect(check().status).toBe('success')
    clock.jump(-HOUR)
    await db.destroy()
    rmSync(file)
    expect(check().status).toBe('success')
    clock.advance(1000)
    expect(check).toThrow()
  })

  test('that the tile server failed is over after a minute', async () => {
    const { ctx, clock } = startServer()
    const run = async () => ({ serverFailed: true }) as never
    const drawer = mapDrawer({ config: ctx.config, clock, log: ctx.log, run })
    expect(drawer.isResting()).toBe(false)
    await drawer.draw([])
    clock.jump(-HOUR)
    expect(drawer.isResting()).toBe(true)
    clock.advance(60_000)
    expect(drawer.isResting()).toBe(false)
  })

  test('copies of files in a bucket make room for others, also those of a time to come', async () => {
    const clock = testClock()
    const root = newTestFolder()
    const open = () => openBucketCache(root, 10, clock)
    const put = async (cache: ReturnType<typeof open>, name: string) => {
      const arriving = join(newTestFolder(), name)
      writeFileSync(arriving, 'x'.repeat(8))
      await cache.put(arriving, name)
    }
    const first = open()
    await put(first, 'first')
    clock.jump(-SINCE_1970)
    const second = open()
    await put(second, 'second')
    expect(readdirSync(root).toSorted()).toEqual(['first', 'second'])
    clock.advance(700_000)
    await put(second, 'third')
    expect(readdirSync(root)).toEqual(['third'])
  })
})
