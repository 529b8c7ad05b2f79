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
import { parseRateLimits } from '@/config/rate-limits'
import { updateAppConfig } from '@/db/queries/app-config'
import { writeTo } from '@/db/transact'
import { startInbox } from '@/jobs/inbox'
import { startServer } from '@/server/server'
import { Inbox } from '@/storage/inbox'
import { InboxTree, removeArriving } from '@/storage/inbox-tree'
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

/** A listening server with Ann, and a client with a token of hers. */
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

describe('the inbox by WebDAV', () => {
  test('takes a file, imports it, and goes on showing it where it was put', async () => {
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

  test('imports what is uploaded under a name for later and then given its own', async () => {
    const { ctx, dav, at, get } = await open()
    const watch = startInbox(ctx)
    expect((await dav('PUT', '/.ride.gpx.part', { body: gpx })).status).toBe(201)
    await Bun.sleep(300)
    expect(existsSync(at('.ride.gpx.part'))).toBe(true)
    const destination = 'http://behind.example.com/dav/inbox/ride.gpx'
    expect((await dav('MOVE', '/.ride.gpx.part', { destination })).status).toBe(201)
    await until('the import', () => existsSync(at('done/ride.gpx')))
    expect((await get('/api/workouts')).body.pagination.total).toBe(1)
    await watch.stop()
  })

  test('puts another file where one has ended, and forgets that one', async () => {
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

  test('loses nothing that is put in the place of a file which is just being moved away', async () => {
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

  test('says so when what it works on is gone or another thing meanwhile', async () => {
    const { dav, at } = await open()
    mkdirSync(at('sub'), { recursive: true })
    const putWhile = async (path: string, change: () => void) => {
      const body = new ReadableStream({
        pull: async (controller) => {
          if (existsSync(at('.arriving')) && readdirSync(at('.arriving')).length > 0) {
            change()
            controller.close()
          } else controller.enqueue(new TextEncoder().encode(' '))
          await Bun.sleep(1)
        },
      })
      return (await dav('PUT', path, { body })).status
    }
    expect(await putWhile('/sub/a.gpx', () => mkdirSync(at('sub/a.gpx')))).toBe(409)
    expect(await putWhile('/sub/b.gpx', () => rmSync(at('sub'), { recursive: true }))).toBe(409)
    expect(readdirSync(at('.arriving'))).toEqual([])
  })

  test('moves and deletes folders, and refuses what makes no sense', async () => {
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
    expect(await status('LOCK', '/')).toBe(405)
    expect(await status('COPY', '/c.gpx', { destination: '/dav/inbox/d' })).toBe(405)
    expect(await status('PROPFIND', '/', { depth: 'infinity' })).toBe(403)
    expect(await status('PUT', '/p.gpx', { body: 'x', 'content-range': 'bytes 0-0/2' })).toBe(400)
  })

  test('says what it can to anybody, and asks who is not let in for name and token', async () => {
    const { ctx, dav, token, user } = await open()
    const options = await dav('OPTIONS', '/', { authorization: '' })
    expect([options.status, options.headers.get('dav')]).toEqual([200, '1'])
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

  test('refuses who has tried too many tokens', async () => {
    const limits = { api: [], auth: parseRateLimits('AUTH_RATE_LIMITS', '2 per 5 minutes') }
    const { dav, token } = await open({ rateLimits: limits })
    const wrong = basic('ann', `mpt_${'x'.repeat(40)}`)
    const tries: number[] = []
    for (let time = 0; time < 3; time++)
      tries.push((await dav('PROPFIND', '/', { authorization: wrong })).status)
    expect(tries).toEqual([401, 401, 429])
    expect((await dav('PROPFIND', '/', { authorization: basic('ann', token) })).status).toBe(207)
  })

  test('shows what is in a file only to a token that may read workouts', async () => {
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

  test('takes no more than the server allows, and leaves nothing of it lying', async () => {
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

  test('clears up what an earlier run left half sent, and nothing that is being sent', async () => {
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

  test('reads no XML: an entity that names a file is nothing to it', async () => {
    const { dav } = await open()
    const body =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'
    const { status, text } = await dav('PROPFIND', '/', { body })
    expect(status).toBe(207)
    expect(text).not.toContain('root:')
  })

  test('leaves no way out of the folder of its user', async () => {
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

  test('lists what others have put there, but for names that nobody could ask for', async () => {
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
    const { dav, hrefs } = await open({ basePath: '/milepost' })
    await dav('PUT', '/.a.part', { body: gpx })
    const destination = 'https://example.com/milepost/dav/inbox/a.gpx'
    expect((await dav('MOVE', '/.a.part', { destination })).status).toBe(201)
    const outside = { destination: 'https://example.com/dav/inbox/b.gpx' }
    expect((await dav('MOVE', '/a.gpx', outside)).status).toBe(403)
    expect(await hrefs('/')).toEqual(['/milepost/dav/inbox/', '/milepost/dav/inbox/a.gpx'])
  })

  test('is not there when the inbox is switched off', async () => {
    const { dav } = await open({ inboxDir: undefined })
    expect((await dav('PROPFIND', '/')).status).toBe(404)
  })
})
