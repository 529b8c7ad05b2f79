import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReader } from '@/server/replica/replica-server'
import { startServer } from '@/server/server'
import { openDatabase } from '@/store/db/connections/open'
import { openReplica } from '@/store/db/replica/replica-database'
import { afterTest } from '../support/after-test'
import { startServer as startTestServer } from '../support/client'
import { newTestFolder } from '../support/folder'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { aToken } from '../support/tokens'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const gpx = gpxOf(samplePoints(30)).replace('<trk>', '<trk><type>running</type>')

/** A primary server and a replica, both on sockets, and a token of Ann. */
async function startBoth() {
  const folder = newTestFolder()
  const [file, copy] = [join(folder, 'milepost.db'), join(folder, 'copy.db')]
  writeFileSync(file, PREPARED_DATABASE)
  const uploadsDir = join(folder, 'uploads')
  const inboxDir = join(folder, 'inbox')
  const database = openDatabase(file)
  const settings = { uploadsDir, inboxDir, port: 0, trustedProxies: ['127.0.0.1'] }
  const world = await startWorkoutServer({ username: 'ann' }, settings, database)
  const primary = startServer(world.ctx)
  afterTest(primary.stop)
  const token = await aToken(world.ctx, world.user, 'workouts:read workouts:write')
  await database.sqlite.backup(copy)
  writeFileSync(`${copy}-txid`, '1')
  const primaryUrl = `http://127.0.0.1:${primary.port}`
  const followed = openReplica(copy)
  const { ctx } = startTestServer({ ...settings, primaryUrl }, followed)
  const reader = openReader(ctx, { primaryUrl, describeReplicaProblem: followed.describeProblem })
  const reading = startServer(ctx, undefined, reader)
  afterTest(reading.stop)
  const call = (method: string, path: string, body?: string, headers = {}) =>
    fetch(`http://127.0.0.1:${reading.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: body ?? null,
    })
  const url = `http://127.0.0.1:${reading.port}`
  return { ctx, inboxDir, token, url, call, stopPrimary: primary.stop }
}

test('a replica accepts tokens and forwards uploads to the inbox', async () => {
  const { ctx, inboxDir, token, url, call, stopPrimary } = await startBoth()
  expect(ctx.inbox).toBeUndefined()
  expect((await call('POST', '/api/inbox', gpx)).status).toBe(201)
  const again = await call('POST', `/api/inbox?token=${token}`, gpx, { authorization: '' })
  expect(again.status).toBe(200)
  expect((await call('MKCOL', '/dav/inbox/2024')).status).toBe(201)
  expect((await call('PUT', '/dav/inbox/2024/.a.part', gpx)).status).toBe(201)
  const destination = `${url}/dav/inbox/2024/a.gpx`
  expect((await call('MOVE', '/dav/inbox/2024/.a.part', undefined, { destination })).status).toBe(
    201,
  )
  expect(existsSync(join(inboxDir, 'ann', '2024', 'a.gpx'))).toBe(true)
  const listed = await call('PROPFIND', '/dav/inbox/2024/', undefined, { depth: '1' })
  expect([listed.status, (await listed.text()).includes('/dav/inbox/2024/a.gpx')]).toEqual([
    207,
    true,
  ])
  const got = await call('GET', '/dav/inbox/2024/a.gpx')
  expect([got.status, await got.text()]).toEqual([200, gpx])
  await stopPrimary()
  expect((await call('GET', '/api/workouts')).status).toBe(200)
  expect((await call('POST', '/api/inbox', gpx)).status).toBe(503)
  expect((await call('PUT', '/dav/inbox/b.gpx', gpx)).status).toBe(503)
})
