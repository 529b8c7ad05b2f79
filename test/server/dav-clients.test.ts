import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startInbox } from '@/jobs/inbox'
import { startServer } from '@/server/server'
import { afterTest } from '../support/after-test'
import { newFolder } from '../support/folder'
import { aToken } from '../support/tokens'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const gpx = gpxOf(samplePoints(30)).replace('<trk>', '<trk><type>running</type>')
const hasRclone = Bun.which('rclone') !== null
if (!hasRclone) console.warn('rclone is not installed: syncing with it is not tested')

/** A server with Ann's inbox, and a WebDAV client with her token. */
async function open() {
  const server = await startWorkoutServer(
    { username: 'ann' },
    { port: 0, inboxDir: join(newFolder(), 'inbox') },
  )
  const { ctx, user } = server
  const running = startServer(ctx)
  afterTest(running.stop)
  const token = await aToken(ctx, user, 'workouts:read workouts:write')
  const url = `http://127.0.0.1:${running.port}/dav/inbox`
  const dav = async (
    method: string,
    path: string,
    { body, ...headers }: { body?: BodyInit } & Record<string, unknown> = {},
  ) => {
    const sent = { authorization: `Bearer ${token}`, ...headers } as Record<string, string>
    const answer = await fetch(url + path, { method, headers: sent, body: body ?? null })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const at = (path: string) => join(ctx.config.inboxDir ?? '', 'ann', path)
  return { ...server, url, token, dav, at }
}

const LOCK_BODY =
  '<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>'

describe.skipIf(!hasRclone)('rclone', () => {
  test('transfers a changed file of the same size, and keeps times and reasons', async () => {
    const { ctx, url, token, at, dav } = await open()
    const watch = startInbox(ctx)
    afterTest(watch.stop)
    const rides = join(newFolder(), 'rides')
    mkdirSync(rides)
    const put = (name: string, text: string, day: number) => {
      writeFileSync(join(rides, name), text)
      utimesSync(join(rides, name), new Date(), new Date(Date.UTC(2024, 0, day, 8)))
    }
    const sync = async () => {
      const pass = Bun.spawnSync(['rclone', 'obscure', token]).stdout.toString().trim()
      const command = [
        ...['rclone', 'sync', rides, ':webdav:', '--webdav-vendor', 'owncloud', '-v'],
        ...['--webdav-url', url, '--webdav-user', 'ann', '--webdav-pass', pass],
      ]
      const env = { ...process.env, RCLONE_CONFIG: '/dev/null' }
      const child = Bun.spawn(command, { env, stdout: 'ignore', stderr: 'pipe' })
      const log = await new Response(child.stderr).text()
      expect([await child.exited, log.includes('ERROR')]).toEqual([0, false])
      return log.split('\n').filter((line) => /Copied|Deleted/.test(line)).length
    }
    put('ride.gpx', gpx, 1)
    put('broken.gpx', 'no recording', 1)
    expect(await sync()).toBe(2)
    await until('the import', () => existsSync(at('done/ride.gpx')))
    await until('the rejection', () => existsSync(at('failed/broken.gpx.txt')))
    expect(statSync(at('done/ride.gpx')).mtimeMs).toBe(Date.UTC(2024, 0, 1, 8))
    expect(await sync()).toBe(0)

    const reason = await dav('GET', '/broken.gpx.txt')
    expect([reason.status, reason.text]).toEqual([
      200,
      expect.stringMatching(/\n\nWhat to do: put a corrected file into the inbox/),
    ])
    const changed = gpx.replace('45.0', '45.1')
    expect([changed.length, changed === gpx]).toEqual([gpx.length, false])
    put('ride.gpx', changed, 2)
    expect(await sync()).toBe(1)
    await until('the second import', () => existsSync(at('done/ride.gpx')))
    expect(readFileSync(at('done/ride.gpx'), 'utf8')).toBe(changed)
  }, 60_000)
})

describe('WebDAV properties', () => {
  test('include the time and the checksum of an upload', async () => {
    const { dav } = await open()
    const sha1 = new Bun.CryptoHasher('sha1').update(gpx).digest('hex')
    const stored = await dav('PUT', '/a.gpx.part', {
      ...{ body: gpx, 'x-oc-mtime': '1700000000', 'oc-checksum': `SHA1:${sha1}` },
    })
    expect([stored.status, stored.headers.get('x-oc-mtime')]).toEqual([201, 'accepted'])
    for (const path of ['/a.gpx.part', '/']) {
      const { text } = await dav('PROPFIND', path, { depth: '1' })
      expect(text).toContain('<D:getlastmodified>Tue, 14 Nov 2023 22:13:20 GMT</D:getlastmodified>')
      expect(text).toContain(`<oc:checksum>SHA1:${sha1}</oc:checksum>`)
    }
    const etag = stored.headers.get('etag') ?? ''
    expect((await dav('PUT', '/a.gpx.part', { body: 'x', 'if-match': '"other"' })).status).toBe(412)
    expect((await dav('PUT', '/a.gpx.part', { body: 'x', 'if-match': etag })).status).toBe(204)
  })

  test('can be set, as far as times are concerned', async () => {
    const { dav } = await open()
    await dav('PUT', '/a.gpx.part', { body: gpx })
    const set = (property: string) =>
      dav('PROPPATCH', '/a.gpx.part', {
        body: `<?xml version="1.0"?><D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${property}</D:prop></D:set></D:propertyupdate>`,
      })
    const { status, text } = await set('<lastmodified xmlns="DAV:">1700000000</lastmodified>')
    expect([status, text.includes('200 OK')]).toEqual([207, true])
    const modified = async () => (await dav('HEAD', '/a.gpx.part')).headers.get('last-modified')
    expect(await modified()).toBe('Tue, 14 Nov 2023 22:13:20 GMT')
    await set(
      '<Z:Win32LastModifiedTime xmlns:Z="urn:schemas-microsoft-com:">Wed, 15 Nov 2023 10:00:00 GMT</Z:Win32LastModifiedTime>',
    )
    expect(await modified()).toBe('Wed, 15 Nov 2023 10:00:00 GMT')
    expect((await set('<D:displayname>x</D:displayname>')).text).toContain('403 Forbidden')
    expect((await dav('PROPPATCH', '/none', { body: '' })).status).toBe(404)
  })

  test('a damaged upload is rejected', async () => {
    const { dav, at } = await open()
    const answer = await dav('PUT', '/a.gpx', { body: gpx, 'oc-checksum': 'MD5:00' })
    expect([answer.status, existsSync(at('a.gpx'))]).toEqual([400, false])
  })
})

describe('a WebDAV lock', () => {
  test('lets only its client write, until it is released', async () => {
    const { dav, ctx } = await open()
    const made = await dav('LOCK', '/ride.gpx', { body: LOCK_BODY, timeout: 'Second-99999' })
    const lockToken = made.headers.get('lock-token') ?? ''
    expect([made.status, made.text.includes('Second-3600')]).toEqual([201, true])
    expect((await dav('LOCK', '/ride.gpx', { body: LOCK_BODY })).status).toBe(423)
    expect((await dav('PUT', '/ride.gpx', { body: gpx })).status).toBe(423)
    const held = { if: `(${lockToken})` }
    expect((await dav('PUT', '/ride.gpx', { body: gpx, ...held })).status).toBe(201)
    expect((await dav('DELETE', '/ride.gpx')).status).toBe(423)
    expect((await dav('MOVE', '/ride.gpx', { destination: '/dav/inbox/b.gpx' })).status).toBe(423)
    expect((await dav('PUT', '/x.gpx', { body: gpx, if: '(<urn:uuid:none>)' })).status).toBe(412)
    expect((await dav('PROPFIND', '/ride.gpx', { depth: '0' })).text).toContain(
      lockToken.slice(1, -1),
    )
    expect((await dav('LOCK', '/ride.gpx', { ...held })).status).toBe(200)
    expect(await ctx.inbox?.waiting('ann')).toHaveLength(1)
    expect((await dav('UNLOCK', '/ride.gpx', { 'lock-token': '<urn:uuid:none>' })).status).toBe(409)
    expect((await dav('UNLOCK', '/ride.gpx', { 'lock-token': lockToken })).status).toBe(204)
    expect((await dav('DELETE', '/ride.gpx')).status).toBe(204)
  })

  test('ends by itself, and covers a folder if it is deep', async () => {
    const { dav, clock } = await open()
    await dav('MKCOL', '/a')
    expect((await dav('LOCK', '/a', { body: LOCK_BODY, timeout: 'Second-60' })).status).toBe(200)
    expect((await dav('PUT', '/a/x.gpx.part', { body: 'x' })).status).toBe(423)
    expect((await dav('LOCK', '/a/x', { body: LOCK_BODY, depth: '0' })).status).toBe(423)
    clock.advance(61_000)
    expect((await dav('PUT', '/a/x.gpx.part', { body: 'x' })).status).toBe(201)
  })

  test('keeps a file from being imported until it is complete', async () => {
    const { ctx, dav, at } = await open()
    const { headers } = await dav('LOCK', '/ride.gpx', { body: LOCK_BODY })
    const token = headers.get('lock-token') ?? ''
    const watch = startInbox(ctx)
    afterTest(watch.stop)
    await dav('PUT', '/ride.gpx', { body: '', if: `(${token})` })
    await dav('PUT', '/other.gpx', { body: 'no recording' })
    await until('a look at the inbox', () => existsSync(at('failed/other.gpx')))
    expect(existsSync(at('ride.gpx'))).toBe(true)
    await dav('PUT', '/ride.gpx', { body: gpx, if: `(${token})` })
    await dav('UNLOCK', '/ride.gpx', { 'lock-token': token })
    await until('the import', () => existsSync(at('done/ride.gpx')))
  })
})
