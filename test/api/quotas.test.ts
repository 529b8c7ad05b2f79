import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InboxScans } from '@/jobs/inbox'
import { loadConfig, type Quotas } from '@/lib/config/config'
import { startServer as listen } from '@/server/server'
import { afterTest } from '../support/after-test'
import { aRide, rides, startArchiveServer } from '../support/archives'
import { newFolder } from '../support/folder'
import { aToken } from '../support/tokens'

const ADVICE = 'delete something, or ask its administrator for more'
const FULL = `the storage of this account on the server is used up: ${ADVICE}`
const TOO_MANY = `this account has as many workouts as the server allows: ${ADVICE}`

/** A server whose accounts have only these quotas. */
async function open(quotas: Partial<Quotas>) {
  const settings = {
    port: 0,
    inboxDir: newFolder(),
    quotas: { ...{ bytes: 0, files: 0, workouts: 0 }, ...quotas },
  }
  const server = await startArchiveServer({ username: 'ann' }, settings)
  const use = async () => (await server.get('/api/auth/profile/storage')).body.data
  const token = await aToken(server.ctx, server.user)
  const originals = () => {
    const folder = join(server.ctx.config.uploadsDir, 'workouts', String(server.user.id))
    return existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.png')) : []
  }
  return {
    ...server,
    token,
    use,
    originals,
    at: (path: string) => join(settings.inboxDir, 'ann', path),
  }
}

const enter = {
  json: { sport_id: 1, duration: 1800, distance: 10, workout_date: '2024-05-04 10:00' },
}
const size = (text: string) => Buffer.byteLength(text)

describe('the quota for workouts', () => {
  test('applies to all ways to add workouts, and leaves no files behind', async () => {
    const { send, upload, call, token, originals, use } = await open({ workouts: 2 })
    expect((await send('POST', '/api/workouts/no_gpx', enter)).status).toBe(201)
    expect((await upload('1.gpx', aRide(1))).status).toBe(201)
    const authorization = `Bearer ${token}`
    const refused = [
      await send('POST', '/api/workouts/no_gpx', enter),
      await upload('2.gpx', aRide(2)),
      await call('POST', '/api/inbox?sport_id=1', { authorization, body: aRide(3) }),
    ]
    for (const { status, body } of refused)
      expect([status, body]).toEqual([413, { message: TOO_MANY, status: 'fail' }])
    expect(originals()).toHaveLength(1)
    expect((await use()).used.workouts).toBe(2)
  })

  test('imports as much of an archive as fits and lists the rest', async () => {
    const { uploadZip, queue, serve, task, workouts, originals } = await open({ workouts: 3 })
    expect((await uploadZip(rides(2))).status).toBe(201)
    const later = rides(6).slice(2)
    const id = await queue(later)
    await serve()
    expect(await workouts()).toBe(3)
    expect(originals()).toHaveLength(3)
    expect(JSON.stringify(await task(id))).toContain(TOO_MANY)
    const { status, body } = await uploadZip([...rides(8).slice(6)])
    expect([status, Object.values(body.errored_workouts)]).toEqual([400, [TOO_MANY, TOO_MANY]])
  })

  test('applies to simultaneous uploads', async () => {
    const { upload, workouts } = await open({ workouts: 3 })
    const days = [1, 2, 3, 4, 5, 6]
    const answers = await Promise.all(days.map((day) => upload(`${day}.gpx`, aRide(day))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 413, 413, 413])
    expect(await workouts()).toBe(3)
  })

  test('allows new workouts after others are deleted', async () => {
    const { send, record } = await open({ workouts: 1 })
    const { id } = await record('1.gpx', aRide(1))
    expect((await send('POST', '/api/workouts/no_gpx', enter)).status).toBe(413)
    await send('DELETE', `/api/workouts/${id}`)
    expect((await send('POST', '/api/workouts/no_gpx', enter)).status).toBe(201)
  })
})

describe('the quota for storage', () => {
  test('applies to uploads, archives and pictures, by bytes', async () => {
    const most = size(aRide(1)) + 100
    const { upload, queue, originals, use, send } = await open({ bytes: most })
    const { id } = (await upload('1.gpx', aRide(1))).body.data.workouts[0]
    const { status, body } = await upload('2.gpx', aRide(2))
    expect([status, body]).toEqual([413, { message: FULL, status: 'fail' }])
    expect(queue(rides(3))).rejects.toThrow(FULL)
    expect(originals()).toHaveLength(1)
    const { used, limits } = await use()
    expect(used.bytes).toBe(size(aRide(1)))
    expect(limits).toEqual({ bytes: most, files: null, workouts: null })
    await send('DELETE', `/api/workouts/${id}`)
    expect((await upload('2.gpx', aRide(2))).status).toBe(201)
  })

  test('applies to simultaneous uploads, by files', async () => {
    const { upload, originals } = await open({ files: 2 })
    const days = [1, 2, 3, 4, 5]
    const answers = await Promise.all(days.map((day) => upload(`${day}.gpx`, aRide(day))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 413, 413, 413])
    expect(originals()).toHaveLength(2)
  })

  test('includes files that existed when the server started', async () => {
    const { ctx, user, upload, use } = await open({ files: 2 })
    const folder = join(ctx.config.uploadsDir, 'exports', String(user.id))
    mkdirSync(folder, { recursive: true })
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), 'x')
    expect((await use()).used).toEqual({ bytes: 2, files: 2, workouts: 0 })
    expect((await upload('1.gpx', aRide(1))).status).toBe(413)
  })

  test('causes 507 for WebDAV, even when several files arrive at the same time', async () => {
    const { ctx, token, at, use } = await open({ bytes: 250 })
    const running = listen(ctx)
    afterTest(running.stop)
    const dav = async (method: string, name: string, body?: BodyInit) => {
      const headers = { authorization: `Bearer ${token}` }
      const url = `http://127.0.0.1:${running.port}/dav/inbox/${name}`
      const answer = await fetch(url, { method, headers, body: body ?? null })
      return { status: answer.status, text: await answer.text() }
    }
    const chunked = () => new Response('x'.repeat(100)).body ?? ''
    const answers = await Promise.all([
      ...['a', 'b'].map((name) => dav('PUT', `${name}.gpx`, 'x'.repeat(100))),
      ...['c', 'd'].map((name) => dav('PUT', `${name}.gpx`, chunked())),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 507, 507])
    expect(answers.find(({ status }) => status === 507)?.text).toContain(
      '<D:error xmlns:D="DAV:"><D:quota-not-exceeded/></D:error>',
    )
    const stored = readdirSync(at('')).filter((name) => name.endsWith('.gpx'))
    expect([stored.length, readdirSync(at('.arriving'))]).toEqual([2, []])
    const [first = ''] = stored
    expect((await dav('PUT', first, 'y'.repeat(50))).status).toBe(204)
    expect((await use()).used).toMatchObject({ bytes: 150, files: 2 })
    expect((await dav('DELETE', first)).status).toBe(204)
    expect((await dav('PUT', 'e.gpx', 'x'.repeat(100))).status).toBe(201)
    expect((await use()).used).toMatchObject({ bytes: 200, files: 2 })
  })

  test('moves files of the inbox folder to `failed`, with an explanation', async () => {
    const { ctx, at } = await open({ workouts: 1 })
    if (!ctx.inbox) throw new Error('there is no inbox')
    mkdirSync(at(''), { recursive: true })
    for (const day of [1, 2])
      writeFileSync(at(`${day}.gpx`), aRide(day).replace('<trk>', '<trk><type>running</type>'))
    for (const name of ['1.gpx', '2.gpx']) await ctx.inbox.arrived('ann', name)
    await new InboxScans(ctx, ctx.inbox, () => performance.now()).scan(() => true)
    expect(readdirSync(at('done'))).toEqual(['1.gpx'])
    expect(readdirSync(at('failed')).toSorted()).toEqual(['2.gpx', '2.gpx.txt'])
    expect(await Bun.file(at('failed/2.gpx.txt')).text()).toContain(TOO_MANY)
  })
})

test('quotas have generous defaults, and 0 means no limit', () => {
  const quotas = (env: Record<string, string>) =>
    loadConfig({ DATA_DIR: newFolder(), ...env }, {}).quotas
  expect(quotas({})).toEqual({ bytes: 102_400 * 1024 ** 2, files: 500_000, workouts: 250_000 })
  expect(quotas({ QUOTA_STORAGE: '0', QUOTA_FILES: '0', QUOTA_WORKOUTS: '0' })).toEqual({
    ...{ bytes: 0, files: 0, workouts: 0 },
  })
})
