import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatHttpDate } from '@/lib/time/http-date'
import { VERSION } from '@/lib/version'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { cleanFailedArchives } from '@/use-cases/imports/tasks/failed-archives'
import { rides, startArchiveServer } from '../support/archives'
import { startServer } from '../support/client'
import { eventually } from '../support/eventually'
import { aModerator, anAdmin } from '../support/factories'
import { startFakeServer } from '../support/fake-server'
import { newFolder } from '../support/folder'
import { startMailbox } from '../support/mailbox'

type Server = ReturnType<typeof startServer>

/** The actions in the audit log, oldest first. */
const auditOf = async ({ ctx }: Pick<Server, 'ctx'>) =>
  (await ctx.db.selectFrom('audit_entries').select(['action', 'details']).execute()).map(
    ({ action, details }) => [action, details && JSON.parse(details)],
  )

/** A server with a queued import of three rides, and its administrator. */
async function withTask() {
  const server = await startArchiveServer()
  const as = await anAdmin(server.ctx)
  const id = await server.queue(rides(3))
  const tasksIn = async (state: string) =>
    (await server.get(`/api/operations/tasks?state=${state}`, { as })).body.data.tasks
  const post = (action: string, task = id) =>
    server.call('POST', `/api/operations/tasks/${task}/${action}`, { as })
  const fail = async () => {
    const { read } = server.ctx.recordings
    server.ctx.recordings.read = () => Promise.reject(new Error('a fault of ours'))
    await server.serve()
    server.ctx.recordings.read = read
  }
  return { ...server, id, as, tasksIn, post, fail }
}

describe('GET /api/operations', () => {
  test('neither it nor its actions are for moderators', async () => {
    const { call, ctx } = startServer()
    const as = await aModerator(ctx)
    const asked = [
      'GET /api/operations',
      'GET /api/operations/tasks?state=failed',
      'POST /api/operations/tasks/abc/retry',
      'POST /api/operations/tasks/abc/cancel',
      'POST /api/backups',
    ].map((route) => route.split(' ') as [string, string])
    for (const [method, path] of asked)
      expect([path, (await call(method, path, { as })).status]).toEqual([path, 403])
  })

  test('describes a new server', async () => {
    const { call, ctx } = startServer()
    const as = await anAdmin(ctx)
    await ctx.storage.measure()
    const { body } = await call('GET', '/api/operations', { as })
    expect(body.data).toEqual({
      health: ['database', 'folders'].map((part) => ({ part, problem: null })),
      mail: null,
      problems: [],
      release: null,
      started_at: formatHttpDate(ctx.clock.now()),
      storage: {
        ...{ backups: 0, exports: 0, originals: 0, photos: 0, pictures: 0, tiles: 0 },
        ...{ database: expect.any(Number), wal: expect.any(Number) },
        ...{ free_database: expect.any(Number), free_uploads: expect.any(Number) },
        measured_at: formatHttpDate(ctx.clock.now()),
      },
      versions: {
        ...VERSION,
        bun: Bun.version,
        platform: `${process.platform} ${process.arch}`,
        sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
      },
    })
  })

  test('measures folders in the background, and not again for 15 minutes', async () => {
    const { call, clock, ctx } = startServer()
    const as = await anAdmin(ctx)
    const storage = async () => (await call('GET', '/api/operations', { as })).body.data.storage
    expect(await storage()).toMatchObject({ measured_at: null, originals: null })
    await ctx.storage.measure()
    const measured_at = formatHttpDate(clock.now())
    clock.advance(14 * 60_000)
    expect(await storage()).toMatchObject({ measured_at, originals: 0 })
    clock.advance(60_000)
    await storage()
    await ctx.storage.measure()
    expect(await storage()).toMatchObject({ measured_at: formatHttpDate(clock.now()) })
  })

  test('lists the 50 latest warnings and errors, newest first, without secrets', async () => {
    const { call, ctx } = startServer({
      metricsToken: 'a-metrics-token',
      log: { level: 'info', format: 'text', requests: false, file: join(newFolder(), 'log') },
    })
    const as = await anAdmin(ctx)
    for (let count = 1; count <= 60; count++)
      ctx.log.warn({ reason: `number ${count}` }, 'a problem')
    const error = new Error('https://me:secret@example.com/?key=abc rejects a-metrics-token')
    ctx.log.error({ err: error }, 'no connection')
    ctx.log.info('nothing to see')
    const { problems } = (await call('GET', '/api/operations', { as })).body.data
    expect(problems).toHaveLength(50)
    expect(problems.slice(0, 2)).toEqual([
      {
        ...{ level: 'error', message: 'no connection', time: expect.any(String) },
        cause: 'https://example.com/… rejects …',
      },
      { level: 'warn', message: 'a problem', cause: 'number 60', time: expect.any(String) },
    ])
  })

  test('shows the mail queue with its oldest message and last error', async () => {
    const mailbox = await startMailbox()
    const { call, clock, ctx } = startServer({ mail: mailbox.settings })
    const as = await anAdmin(ctx)
    mailbox.refusals.push({ at: 'recipient', code: 450 })
    const queued = clock.now()
    await call('POST', '/api/auth/password/reset-request', { json: { email: as.email } })
    await ctx.mail.idle()
    const { mail } = (await call('GET', '/api/operations', { as })).body.data
    expect(mail).toEqual({
      last_error: expect.stringContaining('450'),
      oldest_at: formatHttpDate(queued),
      waiting: 1,
    })
  })
})

describe('POST /api/operations/test-mail', () => {
  const send = ({ call }: Pick<Server, 'call'>, as: UserRow) =>
    call('POST', '/api/operations/test-mail', { as })

  test('does not exist without a mail server', async () => {
    const server = startServer()
    expect((await send(server, await anAdmin(server.ctx))).status).toBe(404)
  })

  test('sends a message to the administrator who requests it', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    const as = await anAdmin(server.ctx)
    const { body } = await send(server, as)
    expect(body.data).toEqual({ to: as.email, is_accepted: true, error: null })
    expect(mailbox.mails).toMatchObject([{ to: [as.email], subject: 'Milepost - Test message' }])
    expect(await auditOf(server)).toEqual([['test_mail_sent', { accepted: true }]])
  })

  test('returns the error of the mail server', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    mailbox.refusals.push({ at: 'recipient', code: 550 })
    const { status, body } = await send(server, await anAdmin(server.ctx))
    expect([status, body.data.is_accepted]).toEqual([200, false])
    expect(body.data.error).toContain('550')
    expect(await auditOf(server)).toEqual([['test_mail_sent', { accepted: false }]])
  })
})

describe('POST /api/backups', () => {
  test('does not exist when no backups are configured', async () => {
    const { call, ctx } = startServer()
    const { status } = await call('POST', '/api/backups', { as: await anAdmin(ctx) })
    expect(status).toBe(404)
  })

  test('makes one backup at a time in the background', async () => {
    const to = join(newFolder(), 'backups')
    const server = startServer({ backup: { to, at: '0 0 * * *', keep: 2 } })
    const as = await anAdmin(server.ctx)
    const [first, second] = [
      await server.call('POST', '/api/backups', { as }),
      await server.call('POST', '/api/backups', { as }),
    ]
    expect(first).toMatchObject({ status: 200, body: { data: { is_running: true } } })
    expect(second.status).toBe(409)
    const status = async () => (await server.call('GET', '/api/backups', { as })).body.data
    await eventually(async () => (await status()).is_running).toBe(false)
    expect(await status()).toMatchObject({ last: { users: 1 }, last_failure: null })
    expect(await auditOf(server)).toEqual([['backup_started', null]])
  })

  test('reports a backup that fails, and alerts the owners', async () => {
    const to = join(newFolder(), 'backups')
    writeFileSync(to, '')
    const { call, ctx } = startServer({ backup: { to, at: '0 0 * * *', keep: 2 } })
    const as = await anAdmin(ctx)
    await call('POST', '/api/backups', { as })
    await eventually(() => ctx.alerts.isActive('backup_failed')).toBe(true)
    const { health } = (await call('GET', '/api/operations', { as })).body.data
    expect(health[2].problem).toContain(to)
  })
})

describe('tasks of all users', () => {
  test('the state is required', async () => {
    const { get, as } = await withTask()
    expect((await get('/api/operations/tasks', { as })).status).toBe(400)
  })

  test('a task waits, fails and, started again, continues to its end', async () => {
    const { ctx, id, user, tasksIn, fail, post, serve, task, get, workouts } = await withTask()
    expect(await tasksIn('waiting')).toMatchObject([
      {
        id,
        state: 'waiting',
        type: 'workouts_archive_upload',
        files_count: 3,
        is_retryable: false,
      },
    ])
    await fail()
    expect(await tasksIn('waiting')).toEqual([])
    expect(await tasksIn('failed')).toMatchObject([
      {
        ...{ id, state: 'failed', is_retryable: true, error: 'error during archive processing' },
        user: { username: user.username },
      },
    ])
    const { status, body } = await post('retry')
    expect([status, body.data.state]).toEqual([200, 'waiting'])
    expect((await get('/api/notifications')).body.notifications).toEqual([])
    await serve()
    expect(await task(id)).toMatchObject({ status: 'successful', new_workouts_count: 3 })
    expect(await workouts()).toBe(3)
    const retried = ['task_retried', { type: 'workouts_archive_upload' }]
    expect(await auditOf({ ctx })).toContainEqual(retried)
  })

  test('a failed export is started again', async () => {
    const { ctx, get, send, serve, post, tasksIn } = await withTask()
    await send('POST', '/api/auth/account/export/request', { json: {} })
    await ctx.db
      .updateTable('user_tasks')
      .set({ crashes: 3 })
      .where('type', '=', 'user_data_export')
      .execute()
    await serve()
    const [failed] = await tasksIn('failed')
    expect(failed).toMatchObject({ type: 'user_data_export', is_retryable: true })
    expect(failed.error).toContain('3 times')
    await post('retry', failed.id)
    await serve()
    expect(await tasksIn('failed')).toEqual([])
    const { body } = await get('/api/auth/account/export')
    expect(body.request.status).toBe('successful')
  })

  test('a task that waits or whose user has started another one cannot be started again', async () => {
    const { post, fail, queue } = await withTask()
    expect((await post('retry')).status).toBe(400)
    await fail()
    await queue(rides(4))
    expect((await post('retry')).status).toBe(400)
    expect((await post('retry', 'nonsense')).status).toBe(404)
  })

  test('the archive of a failed import is deleted after two weeks', async () => {
    const { ctx, clock, fail, post, tasksIn } = await withTask()
    await fail()
    clock.advance(14 * 86_400_000)
    await cleanFailedArchives(ctx)
    expect(await tasksIn('failed')).toMatchObject([{ is_retryable: true }])
    clock.advance(1)
    await cleanFailedArchives(ctx)
    expect(await tasksIn('failed')).toMatchObject([{ is_retryable: false }])
    expect((await post('retry')).status).toBe(400)
  })

  test('only the archive of the last failed import of an account is retained', async () => {
    const { ctx, fail, queue, post, tasksIn } = await withTask()
    await fail()
    const second = await queue(rides(4))
    await fail()
    expect(await tasksIn('failed')).toMatchObject([
      { id: second, is_retryable: true },
      { is_retryable: false },
    ])
    expect((await post('retry')).status).toBe(400)
    expect((await ctx.files.measure('workouts')).files).toBe(1)
  })

  test('archives of failed imports are deleted when they would need more than 4 GB', async () => {
    const { ctx, fail, tasksIn } = await withTask()
    const size = 4 * 1024 ** 3 + 1
    await ctx.db.updateTable('user_tasks').set({ file_size: size }).execute()
    await fail()
    expect(await tasksIn('failed')).toMatchObject([{ is_retryable: false }])
    expect((await ctx.files.measure('workouts')).files).toBe(0)
  })

  test('the archive of a failed import is deleted with its account', async () => {
    const { ctx, fail, as, call, tasksIn, user } = await withTask()
    await fail()
    expect((await ctx.files.measure('workouts')).files).toBe(1)
    await call('DELETE', `/api/users/${user.username}`, { as })
    await eventually(async () => (await ctx.files.measure('workouts')).files).toBe(0)
    expect(await tasksIn('failed')).toEqual([])
  })

  test('an import that is cancelled while it fails leaves no archive', async () => {
    const { ctx, post, serve, tasksIn } = await withTask()
    const { read } = ctx.recordings
    ctx.recordings.read = async () => {
      await post('cancel')
      throw new Error('a fault of ours')
    }
    await serve()
    ctx.recordings.read = read
    expect(await tasksIn('failed')).toEqual([])
    expect((await ctx.files.measure('workouts')).files).toBe(0)
  })

  test('a cancelled task does not run', async () => {
    const { ctx, id, post, serve, task, tasksIn, workouts } = await withTask()
    const { status, body } = await post('cancel')
    expect([status, body.data.state]).toEqual([200, 'ended'])
    await serve()
    expect(await task(id)).toMatchObject({ status: 'aborted' })
    expect(await workouts()).toBe(0)
    for (const state of ['waiting', 'running', 'failed']) expect(await tasksIn(state)).toEqual([])
    expect((await post('cancel')).status).toBe(400)
    const cancelled = ['task_cancelled', { type: 'workouts_archive_upload' }]
    expect(await auditOf({ ctx })).toContainEqual(cancelled)
  })

  test('an export that is cancelled while it is written leaves no archive', async () => {
    const { ctx, get, send, post, serve, tasksIn } = await withTask()
    await send('POST', '/api/auth/account/export/request', { json: {} })
    const exported = (await tasksIn('waiting')).find(
      ({ type }: { type: string }) => type === 'user_data_export',
    )
    const { store } = ctx.files
    ctx.files.store = async (incoming, path) => {
      await store(incoming, path)
      if (path.startsWith('exports/')) await post('cancel', exported.id)
    }
    await serve()
    const { body } = await get('/api/auth/account/export')
    expect(body.request).toMatchObject({ status: 'aborted', file_name: null })
    expect((await ctx.files.measure('exports')).files).toBe(0)
  })
})

describe('the check for releases', () => {
  test('asks only the configured URL, and remembers the newest release', async () => {
    const releases = startFakeServer(() => Response.json({ tag_name: 'v99.1.0' }))
    const asked = () => releases.asked.map(({ path }) => path)
    const { call, clock, ctx } = startServer({ updateCheckUrl: `${releases.url}/latest` })
    const as = await anAdmin(ctx)
    const release = async () => (await call('GET', '/api/operations', { as })).body.data.release
    expect(await release()).toEqual({ checked_at: null, is_newer: false, latest: null })
    expect(asked()).toEqual([])
    await ctx.releases?.run()
    const checked_at = formatHttpDate(clock.now())
    expect(await release()).toEqual({ checked_at, is_newer: true, latest: '99.1.0' })
    expect(asked()).toEqual(['/latest'])
  })

  test('rejects a response without a version', async () => {
    const releases = startFakeServer(() => Response.json({ tag_name: '<script>' }))
    const { ctx } = startServer({ updateCheckUrl: releases.url })
    await expect(ctx.releases?.run()).rejects.toThrow('no version')
    expect(ctx.releases?.find()).toBeUndefined()
  })
})
