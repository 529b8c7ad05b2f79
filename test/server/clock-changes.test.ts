import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newLease } from '@/jobs/leases'
import { JobRunner } from '@/jobs/run-scheduled-jobs'
import { listScheduledJobs } from '@/jobs/schedule'
import { runTimeSlice } from '@/jobs/time-slice'
import { createExpiringCache } from '@/lib/concurrency/expiring-cache'
import { processName } from '@/lib/process/process-name'
import { asCaller } from '@/services/auth/as-caller'
import { folderTarget, removeOldBackups } from '@/services/backup/folder'
import { passwordChange } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { mapDrawer } from '@/services/workers/map-drawer'
import { backUpDatabase } from '@/store/db/connections/maintenance'
import { openDatabase } from '@/store/db/connections/open'
import { transact, writeTo } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { claimNextTask } from '@/store/db/queries/tasks/user-tasks'
import { openBucketCache } from '@/store/files/bucket-cache'
import { deleteStaleUploads } from '@/store/files/orphans'
import { cleanExports } from '@/use-cases/exports/clean-exports'
import { requestExport } from '@/use-cases/exports/request-export'
import { databaseCheck } from '@/use-cases/instance/check-health'
import { rides, startArchiveServer } from '../support/archives'
import { startServer } from '../support/client'
import { testClock } from '../support/clock'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { startMailbox } from '../support/mailbox'
import { PREPARED_DATABASE } from '../support/prepared-database'

/*
 * Clocks are changed while a server runs: a computer without a battery starts in 1970 and asks a time server a moment
 * later, and a clock in the wrong zone is an hour ahead until then.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SINCE_1970 = 57 * 365 * DAY

const TYPE = 'workouts_archive_upload'

describe('a running task', () => {
  test.each([
    ['set forward by half a century', SINCE_1970],
    ['set back by an hour', -HOUR],
    ['set back by half a century', -SINCE_1970],
  ])('is finished when the clock is %s', async (_, jump) => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    const claim = newLease(server.ctx)
    const task = await writeTo(server.ctx.db, (tx) => claimNextTask(tx, TYPE, claim))
    if (!task) throw new Error('nothing to do')
    const turn = runTimeSlice(server.ctx, task, () => false)
    server.clock.jump(jump)
    expect(await turn).toBe('worked')
    expect(await server.task(id)).toMatchObject({ status: 'successful', progress: 100 })
    const row = await server.ctx.db.selectFrom('user_tasks').select('spent_ms').executeTakeFirst()
    expect(row?.spent_ms).toBe(0)
  })

  test("of a lost process on another machine continues soon after that machine's clock is set back", async () => {
    const server = await startArchiveServer()
    await server.queue(rides(3))
    const claim = (worker: string) =>
      writeTo(server.ctx.db, (tx) => claimNextTask(tx, TYPE, { ...newLease(server.ctx), worker }))
    expect(await claim('elsewhere_1_1')).toBeDefined()
    server.clock.jump(-60_000)
    expect(await claim('elsewhere_2_2')).toBeUndefined()
    server.clock.jump(-HOUR)
    expect(await claim('elsewhere_2_2')).toBeDefined()
  })
})

test('an export with a future date does not prevent a new one', async () => {
  const server = await startArchiveServer()
  const request = () => server.send('POST', '/api/auth/account/export/request', { json: {} })
  await request()
  await server.serve()
  expect((await request()).body.message).toBe('completed request already exists')
  server.clock.jump(-SINCE_1970)
  expect((await request()).status).toBe(200)
})

test('an export made before the clock was corrected is kept as long as any other', async () => {
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

test('an email that waited when the clock was set back by years is not delayed by years', async () => {
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

describe('nightly jobs', () => {
  test('run once at once when the clock is corrected, and again in the next night', async () => {
    const server = startServer()
    server.clock.jump(-server.clock.now())
    const database = openDatabase(':memory:')
    const { ctx } = server
    const runner = new JobRunner({ ctx, database }, listScheduledJobs(ctx))
    const backups = join(server.ctx.config.dataDir, 'backups')
    const made = () => (existsSync(backups) ? readdirSync(backups).toSorted() : [])
    await runner.runDue()
    expect(made()).toEqual([])
    server.clock.set('2026-11-22T22:00:00Z')
    await runner.runDue()
    expect(made()).toEqual(['milepost-2026-11-22.db'])
    rmSync(backups, { recursive: true })
    await runner.runDue()
    expect(made()).toEqual([])
    server.clock.set('2026-11-23T12:00:00Z')
    await runner.runDue()
    expect(made()).toEqual(['milepost-2026-11-23.db'])
    await database.db.destroy()
  })

  test('preserve uploads that started before the clock was corrected', async () => {
    const { ctx } = startServer()
    const incoming = ctx.files.incoming()
    const elsewhere = join(dirname(dirname(incoming)), 'elsewhere_1_1', 'half')
    for (const file of [incoming, elsewhere]) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'half of it')
      utimesSync(file, new Date(1000), new Date(1000))
    }
    expect(dirname(incoming)).toEndWith(processName())
    await deleteStaleUploads(ctx, { now: SINCE_1970, running: HOUR })
    expect([existsSync(incoming), existsSync(elsewhere)]).toEqual([true, false])
    await deleteStaleUploads(ctx, { now: SINCE_1970, running: 2 * DAY })
    expect(existsSync(incoming)).toBe(false)
  })
})

describe('the most recent backup', () => {
  test('is kept when its name is the oldest, among full backups', async () => {
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
    expect(await removeOldBackups(folder, { keep: 2, created: made })).toEqual([
      first,
      second,
    ] as string[])
    expect(readdirSync(folder).toSorted()).toEqual(['contents', made, third] as string[])
  })

  test('is kept when its name is the oldest, among nightly copies', async () => {
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

describe('cached values', () => {
  test('expire in time when the clock is set back', () => {
    const clock = testClock()
    const cache = createExpiringCache<string>({ clock, lifetime: 1000, entries: 2 })
    cache.set('a', 'value')
    clock.jump(-HOUR)
    expect(cache.get('a')).toBe('value')
    clock.advance(1000)
    expect(cache.get('a')).toBeUndefined()
  })

  test('about a working database are checked again', async () => {
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

  test('about a failed tile server expire after a minute', async () => {
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

  test('in the bucket cache are evicted, even those with a future date', async () => {
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
