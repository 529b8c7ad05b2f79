import { describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startInbox } from '@/jobs/inbox'
import { parseRateLimits } from '@/lib/config/rate-limits'
import { startServer } from '@/server/server'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import { Inbox } from '@/store/files/inbox'
import { InboxTree, removeArriving } from '@/store/files/inbox-folder'
import { afterTest } from '../support/after-test'
import { aSuspendedUser, aUser } from '../support/factories'
import { newFolder } from '../support/folder'
import { aToken } from '../support/tokens'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const gpx = gpxOf(samplePoints(30)).replace('<trk>', '<trk><type>running</type>')
const basic = (name: string, secret: string) => `Basic ${btoa(`${name}:${secret}`)}`

/** A server on a socket with Ann, and a client with her token. */
async function open(settings: Parameters<typeof startWorkoutServer>[1] = {}) {
  const server = await startWorkoutServer(
    { username: 'ann' },
    { port: 0, inboxDir: join(newFolder(), 'inbox'), ...settings },
  )
  const { ctx } = server
  const running = startServer(ctx)
  afterTest(running.stop)
  const token = await aToken(ctx, server.user)
  const dav = async (
    method: string,
    path: string,
    { body, ...headers }: { body?: BodyInit | undefined } & Record<string, unknown> = {},
  ) => {
    const sent = new Headers({ authorization: basic('ann', token) })
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) sent.set(name, String(value))
    const url = `http://127.0.0.1:${running.port}${ctx.config.basePath}/dav/inbox${path}`
    const answer = await fetch(url, { method, headers: sent, body: body ?? null })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const hrefs = async (path: string, depth = '1') => {
    const { status, text } = await dav('PROPFIND', path, { depth })
    expect(status).toBe(207)
    return [...text.matchAll(/<D:href>([^<]*)<\/D:href>/g)].map(([, href]) => href)
  }
  const at = (path: string) => join(ctx.config.inboxDir ?? '', 'ann', path)
  return { ...server, running, token, dav, hrefs, at }
}

describe('WebDAV', () => {
  test('accepts and imports a recording compressed with gzip', async () => {
    const { ctx, dav, at, get } = await open()
    const watch = startInbox(ctx)
    const body = new Uint8Array(gzipSync(gpx))
    expect((await dav('PUT', '/ride.gpx.gz', { body })).status).toBe(201)
    await until('the import', () => existsSync(at('done/ride.gpx.gz')))
    await watch.stop()
    expect((await get('/api/workouts')).body.pagination.total).toBe(1)
  })

  test('accepts a file, imports it, and continues to list it where it was put', async () => {
    const { ctx, dav, hrefs, at, get } = await open()
    const watch = startInbox(ctx)
    expect((await dav('MKCOL', '/2024')).status).toBe(201)
    expect((await dav('PUT', '/2024/a%20b.gpx', { body: gpx })).status).toBe(201)
    await until('the import', () => existsSync(at('done/2024/a b.gpx')))
    expect(await hrefs('/2024/')).toEqual(['/dav/inbox/2024/', '/dav/inbox/2024/a%20b.gpx'])
    expect(await hrefs('')).toEqual(['/dav/inbox/', '/dav/inbox/2024/'])
    const { status, headers } = await dav('HEAD', '/2024/a%20b.gpx')
    expect([status, headers.get('content-length')]).toEqual([200, String(gpx.length)])
    const { text } = await dav('PROPFIND', '/2024/a%20b.gpx', { depth: '0' })
    expect(text).toContain(`<D:getcontentlength>${gpx.length}</D:getcontentlength>`)
    expect((await get('/api/workouts')).body.pagination.total).toBe(1)
    await watch.stop()
  })

  test('imports a file that is uploaded under a temporary name and then renamed', async () => {
    const { ctx, dav, at, get } = await open({ uiUrl: 'http://behind.example.com' })
    const watch = startInbox(ctx)
    expect((await dav('PUT', '/.ride.gpx.part', { body: gpx })).status).toBe(201)
    expect((await dav('PUT', '/broken.gpx', { body: 'no recording' })).status).toBe(201)
    await until('a look at the inbox', () => existsSync(at('failed/broken.gpx')))
    expect(existsSync(at('.ride.gpx.part'))).toBe(true)
    const destination = 'http://behind.example.com/dav/inbox/ride.gpx'
    expect((await dav('MOVE', '/.ride.gpx.part', { destination })).status).toBe(201)
    await until('the import', () => existsSync(at('done/ride.gpx')))
    expect((await get('/api/workouts')).body.pagination.total).toBe(1)
    await watch.stop()
  })

  test('replaces a finished file, and forgets the previous one', async () => {
    const { dav, hrefs, at } = await open()
    for (const end of ['done', 'failed']) mkdirSync(at(end), { recursive: true })
    writeFileSync(at('done/a.gpx'), 'x')
    writeFileSync(at('failed/b.gpx'), 'x')
    writeFileSync(at('failed/b.gpx.txt'), 'invalid file')
    expect((await dav('PUT', '/a.gpx', { body: gpx, 'if-none-match': '*' })).status).toBe(412)
    expect((await dav('PUT', '/a.gpx', { body: gpx })).status).toBe(204)
    expect((await dav('DELETE', '/b.gpx')).status).toBe(204)
    expect(await hrefs('/')).toEqual(['/dav/inbox/', '/dav/inbox/a.gpx'])
    expect(readdirSync(at('done'))).toEqual([])
    expect(readdirSync(at('failed'))).toEqual([])
    expect(readFileSync(at('a.gpx'), 'utf8')).toBe(gpx)
  })

  test('loses no file that replaces one that is just being moved', async () => {
    const { at } = await open()
    const inbox = new Inbox(join(at(''), '..'))
    const tree = new InboxTree(inbox, 'ann')
    const put = (text: string) => tree.put('a.gpx', async (path) => writeFileSync(path, text))
    const lost: number[] = []
    for (let time = 0; time < 100; time++) {
      await put(`former ${time}`)
      const [file] = await inbox.waiting('ann')
      if (!file) throw new Error('nothing waits')
      const reading = Array.from({ length: 8 }, async (_, delay) => {
        for (let turns = 0; turns < delay; turns++) await setImmediate()
        const handle = await tree.open('a.gpx')
        await handle?.close()
        return handle !== undefined && (await tree.find('a.gpx'))?.isFolder === false
      })
      const moving = inbox.finish(file, 'done')
      for (let turns = 0; turns < time % 10; turns++) await setImmediate()
      await Promise.all([moving, put(`new ${time}`)])
      expect(await Promise.all(reading)).toEqual(Array(8).fill(true))
      if (!existsSync(at('a.gpx'))) lost.push(time)
    }
    expect(lost).toEqual([])
  })

  test('reports a conflict when its target is deleted or replaced in the meantime', async () => {
    const { dav, at } = await open()
    mkdirSync(at('sub'), { recursive: true })
    const putWhile = async (path: string, change: () => void) => {
      const body = new ReadableStream({
        pull: async (controller) => {
          if (existsSync(at('.arriving')) && readdirSync(at('.arriving')).length > 0) {
            change()
            controller.close()
          } else controller.enqueue(new Uint8Array(10_000))
          await setImmediate()
        },
      })
      return (await dav('PUT', path, { body })).status
    }
    expect(await putWhile('/sub/a.gpx', () => mkdirSync(at('sub/a.gpx')))).toBe(409)
    expect(await putWhile('/sub/b.gpx', () => rmSync(at('sub'), { recursive: true }))).toBe(409)
    expect(readdirSync(at('.arriving'))).toEqual([])
  })

  test('moves and deletes folders, and rejects invalid operations', async () => {
    const { dav, hrefs } = await open()
    const status = async (...call: Parameters<typeof dav>) => (await dav(...call)).status
    expect(await status('PUT', '/a/x.gpx', { body: 'x' })).toBe(409)
    expect(await status('MKCOL', '/a')).toBe(201)
    expect(await status('MKCOL', '/a')).toBe(405)
    expect(await status('MKCOL', '/b/c')).toBe(409)
    expect(await status('PUT', '/a', { body: 'x' })).toBe(405)
    expect(await status('PUT', '/a/x.gpx', { body: 'x' })).toBe(201)
    expect(await status('MOVE', '/a', { destination: '/dav/inbox/a/b' })).toBe(403)
    expect(await status('MOVE', '/a', { destination: '/dav/inbox/b' })).toBe(201)
    expect(await hrefs('/b')).toEqual(['/dav/inbox/b/', '/dav/inbox/b/x.gpx'])
    expect(await status('PUT', '/c.gpx', { body: 'x' })).toBe(201)
    expect(
      await status('MOVE', '/c.gpx', { destination: '/dav/inbox/b/x.gpx', overwrite: 'F' }),
    ).toBe(412)
    expect(await status('MOVE', '/c.gpx', { destination: '/dav/inbox/b/x.gpx' })).toBe(204)
    expect(await status('DELETE', '/b')).toBe(204)
    expect(await status('DELETE', '/b')).toBe(404)
    expect(await status('DELETE', '/')).toBe(403)
    expect(await hrefs('/')).toEqual(['/dav/inbox/'])
    expect(await status('COPY', '/c.gpx', { destination: '/dav/inbox/d' })).toBe(405)
    expect(await status('PROPFIND', '/', { depth: 'infinity' })).toBe(403)
    expect(await status('PUT', '/p.gpx', { body: 'x', 'content-range': 'bytes 0-0/2' })).toBe(400)
  })

  test('lists its methods without authentication, and otherwise requires name and token', async () => {
    const { ctx, dav, token, user } = await open()
    const options = await dav('OPTIONS', '/', { authorization: '' })
    expect([options.status, options.headers.get('dav')]).toEqual([200, '1, 2'])
    const status = async (authorization: string, method = 'PROPFIND') =>
      (await dav(method, '/', { authorization })).status
    const asked = await dav('PROPFIND', '/', { authorization: '' })
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Milepost: user name and personal token", charset="UTF-8"',
    ])
    expect(await status(basic('ANN', token))).toBe(207)
    expect(await status(`Bearer ${token}`)).toBe(207)
    expect(await status(basic('bob', token))).toBe(401)
    expect(await status(basic('ann', 'the password'))).toBe(401)
    expect(await status(basic('ann', `${token}x`))).toBe(401)
    expect(await status('Basic !!!')).toBe(401)
    expect(await status(basic('ann', await aToken(ctx, user, 'workouts:read')))).toBe(403)
    const eve = await aSuspendedUser(ctx, { username: 'eve' })
    expect(await status(basic('eve', await aToken(ctx, eve)))).toBe(403)
  })

  test('rejects a client after too many wrong tokens', async () => {
    const limits = { api: [], auth: parseRateLimits('AUTH_RATE_LIMITS', '2 per 5 minutes') }
    const { dav, token } = await open({ rateLimits: limits })
    const wrong = basic('ann', `mpt_${'x'.repeat(40)}`)
    const tries: number[] = []
    for (let time = 0; time < 3; time++)
      tries.push((await dav('PROPFIND', '/', { authorization: wrong })).status)
    expect(tries).toEqual([401, 401, 429])
    expect((await dav('PROPFIND', '/', { authorization: basic('ann', token) })).status).toBe(207)
  })

  test('returns file contents only with a token that may read workouts', async () => {
    const { ctx, dav, user } = await open()
    await dav('PUT', '/a.gpx', { body: gpx })
    expect((await dav('GET', '/a.gpx')).status).toBe(403)
    const both = await aToken(ctx, user, 'workouts:read workouts:write')
    const authorization = `Bearer ${both}`
    const { status, text, headers } = await dav('GET', '/a.gpx', { authorization })
    expect([status, text]).toEqual([200, gpx])
    expect(headers.get('content-disposition')).toBe('attachment')
    expect((await dav('GET', '/', { authorization })).status).toBe(405)
  })

  test('enforces the limits of the server and leaves no files behind', async () => {
    const { ctx, dav, at } = await open()
    await writeTo(ctx.db, (tx) =>
      updateAppConfig(tx, { max_single_file_size: 1000, max_zip_file_size: 2000 }),
    )
    expect((await dav('PUT', '/a.gpx', { body: 'x'.repeat(1001) })).status).toBe(413)
    expect((await dav('PUT', '/a.tmp', { body: 'x'.repeat(2001) })).status).toBe(413)
    expect((await dav('PUT', '/a.zip', { body: 'x'.repeat(1001) })).status).toBe(201)
    expect((await dav('PROPFIND', '/', { body: 'x'.repeat(70_000) })).status).toBe(413)
    expect(readdirSync(at('.arriving'))).toEqual([])
  })

  test('deletes incomplete uploads of an earlier run, but not current ones', async () => {
    const { ctx, at } = await open()
    const inbox = new Inbox(ctx.config.inboxDir ?? '')
    mkdirSync(at('.arriving'), { recursive: true })
    writeFileSync(at('.arriving/left'), 'half')
    const elsewhere = newFolder()
    writeFileSync(join(elsewhere, 'kept'), 'of somebody')
    mkdirSync(join(inbox.root, 'bob'))
    symlinkSync(elsewhere, join(inbox.root, 'bob', '.arriving'))
    await new InboxTree(inbox, 'ann').put('a.gpx', async (arriving) => {
      writeFileSync(arriving, gpx)
      await removeArriving(inbox)
    })
    expect(readFileSync(at('a.gpx'), 'utf8')).toBe(gpx)
    expect(readdirSync(at('.arriving'))).toEqual([])
    expect(readdirSync(elsewhere)).toEqual(['kept'])
  })

  test('does not parse XML, so entities that name a file are harmless', async () => {
    const { dav } = await open()
    const body =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    const { status, text } = await dav('PROPFIND', '/', { body })
    expect(status).toBe(207)
    expect(text).not.toContain('root:')
  })

  test('does not allow access outside the folder of its user', async () => {
    const { ctx, dav, at } = await open()
    await aUser(ctx, { username: 'bob' })
    const bobs = join(ctx.config.inboxDir ?? '', 'bob')
    mkdirSync(bobs, { recursive: true })
    mkdirSync(at(''), { recursive: true })
    writeFileSync(join(bobs, 'secret.gpx'), 'x')
    symlinkSync(bobs, at('link'))
    symlinkSync(join(bobs, 'secret.gpx'), at('secret.gpx'))
    const ways = [
      ...[
        '/..%2fbob%2fsecret.gpx',
        '/%2e%2e/bob/secret.gpx',
        '/a%00b',
        '/%2e%2e%2fbob',
        '/a%5c..%5cb',
      ],
      ...['/link/secret.gpx', '/secret.gpx', '//bob', '/%ff', `/${'x'.repeat(201)}`],
      ...['/done/a.gpx', '/DONE', '/failed', '/.arriving', '/a/b/c/d/e/f/g/h/i'],
    ]
    for (const way of ways) {
      const seen = await dav('PROPFIND', way, { depth: '0' })
      expect([way, [404, 200, 207].includes(seen.status) && !seen.text.includes('secret')]).toEqual(
        [way, true],
      )
      expect([
        way,
        seen.status === 404 || seen.text === '' || !seen.text.includes('getcontentlength'),
      ]).toEqual([way, true])
    }
    for (const way of ['/link/x.gpx', '/done/x.gpx', '/.arriving/x', '/x%2fy.gpx'])
      expect([403, 409, 405]).toContain((await dav('PUT', way, { body: 'y' })).status)
    expect((await dav('DELETE', '/link')).status).toBe(404)
    expect((await dav('DELETE', '/link/secret.gpx')).status).toBe(404)
    await dav('PUT', '/a.gpx', { body: 'y' })
    for (const destination of [
      '/dav/inbox/../../x',
      '/elsewhere',
      '/dav/inbox/link/x',
      '/dav/inbox/done/x',
    ])
      expect([403, 409]).toContain((await dav('MOVE', '/a.gpx', { destination })).status)
    expect(readdirSync(bobs)).toEqual(['secret.gpx'])
    expect(readFileSync(join(bobs, 'secret.gpx'), 'utf8')).toBe('x')
  })

  test('lists files of other programs, except names that cannot be requested', async () => {
    const { dav, at, hrefs } = await open()
    mkdirSync(at(''), { recursive: true })
    for (const name of ['a & b <c>.gpx', 'zwölf.gpx', 'two\nlines.gpx', 'back\\slash.gpx'])
      writeFileSync(at(name), 'x')
    const found = (await hrefs('/')).toSorted()
    expect(found).toEqual([
      '/dav/inbox/',
      '/dav/inbox/a%20%26%20b%20%3Cc%3E.gpx',
      '/dav/inbox/zw%C3%B6lf.gpx',
    ])
    expect((await dav('PROPFIND', '/')).text).toContain('>a &#38; b &#60;c&#62;.gpx<')
  })

  test('works below a base path', async () => {
    const { dav, hrefs } = await open({
      basePath: '/milepost',
      uiUrl: 'https://example.com/milepost',
    })
    await dav('PUT', '/.a.part', { body: gpx })
    const destination = 'https://example.com/milepost/dav/inbox/a.gpx'
    expect((await dav('MOVE', '/.a.part', { destination })).status).toBe(201)
    const outside = { destination: 'https://example.com/dav/inbox/b.gpx' }
    expect((await dav('MOVE', '/a.gpx', outside)).status).toBe(403)
    expect(await hrefs('/')).toEqual(['/milepost/dav/inbox/', '/milepost/dav/inbox/a.gpx'])
  })

  test('does not move files to another server', async () => {
    const { dav, at, running } = await open({ uiUrl: 'https://rides.example.com' })
    await dav('PUT', '/a.gpx', { body: gpx })
    const move = async (destination: string | undefined, headers = {}) =>
      (await dav('MOVE', '/a.gpx', { destination, ...headers })).status
    for (const other of ['http://other.example/dav/inbox/b.gpx', '//other.example/dav/inbox/b.gpx'])
      expect(await move(other)).toBe(502)
    expect(await move(`http://127.0.0.1:${running.port + 1}/dav/inbox/b.gpx`)).toBe(502)
    expect(await move(undefined)).toBe(400)
    expect(readdirSync(at('')).toSorted()).toEqual(['.arriving', 'a.gpx'])
    const own = `http://127.0.0.1:${running.port}`
    const proxy = { 'x-forwarded-host': 'nas.example.org' }
    expect([
      await move(`${own}/dav/inbox/b.gpx`),
      (await dav('MOVE', '/b.gpx', { destination: '/dav/inbox/c.gpx' })).status,
      (await dav('MOVE', '/c.gpx', { destination: 'https://rides.example.com/dav/inbox/d.gpx' }))
        .status,
      (
        await dav('MOVE', '/d.gpx', {
          destination: 'https://nas.example.org:8443/dav/inbox/e.gpx',
          ...proxy,
        })
      ).status,
    ]).toEqual([201, 201, 201, 201])
  })

  test("does not follow a symbolic link in place of a user's folder", async () => {
    const { ctx, dav } = await open()
    const elsewhere = newFolder()
    writeFileSync(join(elsewhere, 'secret.gpx'), 'x')
    mkdirSync(ctx.config.inboxDir ?? '', { recursive: true })
    symlinkSync(elsewhere, join(ctx.config.inboxDir ?? '', 'ann'))
    for (const depth of ['0', '1']) {
      const { status, text } = await dav('PROPFIND', '/', { depth })
      expect([status, text]).toEqual([403, 'the folder of this user is not a folder\n'])
    }
    expect((await dav('PUT', '/a.gpx', { body: gpx })).status).toBe(403)
    expect((await dav('DELETE', '/secret.gpx')).status).toBe(403)
    expect(readdirSync(elsewhere)).toEqual(['secret.gpx'])
  })

  test('serves other users while a large folder is listed repeatedly', async () => {
    const { ctx, dav, at } = await open()
    const bob = await aUser(ctx, { username: 'bob' })
    const authorization = basic('bob', await aToken(ctx, bob))
    mkdirSync(at(''), { recursive: true })
    for (let number = 0; number < 500; number++) writeFileSync(at(`${number}.gpx`), '')
    const finished: string[] = []
    const listings = Array.from({ length: 40 }, async () => {
      const { status, text } = await dav('PROPFIND', '/')
      finished.push('ann')
      expect([status, text.split('<D:response>').length]).toEqual([207, 502])
    })
    await until('the first listing', () => finished.length > 0)
    expect((await dav('PROPFIND', '/', { authorization })).status).toBe(207)
    finished.push('bob')
    await Promise.all(listings)
    expect(finished.indexOf('bob')).toBeLessThan(finished.length / 2)
  })

  test('lists all of a folder in parts, whatever is imported in between', async () => {
    const { ctx, at } = await open()
    const { inbox } = ctx
    if (!inbox) throw new Error('there is no inbox')
    mkdirSync(at(''), { recursive: true })
    const names = Array.from({ length: 600 }, (_, number) => `${number}.gpx`)
    for (const name of names) writeFileSync(at(name), 'x')
    const seen: string[] = []
    for await (const batch of await new InboxTree(inbox, 'ann').list('')) {
      seen.push(...batch.map(({ name }) => name))
      for (const file of await inbox.waiting('ann'))
        if (!seen.includes(file.path)) await inbox.finish(file, 'done')
    }
    expect(seen.toSorted()).toEqual(names.toSorted())
  })

  test('returns an error for a folder with too many entries instead of omitting some', async () => {
    const { ctx, dav, at } = await open()
    ctx.inbox = new Inbox(ctx.config.inboxDir ?? '', { maxEntries: 3 })
    mkdirSync(at('done'), { recursive: true })
    for (const path of ['a', 'b', 'done/c']) writeFileSync(at(path), 'x')
    expect((await dav('PROPFIND', '/')).status).toBe(207)
    writeFileSync(at('done/d'), 'x')
    const { status, text } = await dav('PROPFIND', '/')
    expect([status, text]).toEqual([
      507,
      '/ has more than 3 entries: move some of them into other folders\n',
    ])
  })

  test('does not exist when the inbox is disabled', async () => {
    const { dav } = await open({ inboxDir: undefined })
    expect((await dav('PROPFIND', '/')).status).toBe(404)
  })
})
