import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReader } from '@/server/replica/replica-server'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { openReplica } from '@/store/db/replica/replica-database'
import type { ApiDocument } from '../support/api-document'
import { startServer } from '../support/client'
import { anAdmin } from '../support/factories'
import { startFakeServer, unusedUrl } from '../support/fake-server'
import { newTestFolder } from '../support/folder'
import { aThirdPartyToken } from '../support/oauth2'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

/** A map image that was never requested is drawn where it can be stored. */
const NEEDS_WRITING = '/api/workouts/map/{map_id}'
/** Routes that depend on external services, the process or the disk. */
const LEFT_OUT = [
  '/api/geocode/search',
  '/api/geocode/lookup',
  '/api/operations',
  '/api/stats/all',
  '/api/workouts/map_tile/{s}/{z}/{x}/{y}',
]

/** A server with a workout, and a replica with a copy of its database. The replica reaches it only if `isUp`. */
async function startBoth({ isUp = false } = {}) {
  const folder = newTestFolder()
  const [file, copy] = [join(folder, 'milepost.db'), join(folder, 'copy.db')]
  writeFileSync(file, PREPARED_DATABASE)
  const uploadsDir = join(folder, 'uploads')
  const database = openDatabase(file)
  const world = await startWorkoutServer({ username: 'ann' }, { uploadsDir }, database)
  await writeTo(world.ctx.db, (tx) => updateAppConfig(tx, { file_sync_limit_import: 2 }))
  const workout = await world.record('ride.gpx', gpxOf(samplePoints(30)))
  await world.send('POST', `/api/workouts/${workout.id}/comments`, {
    json: { text: 'nice', text_visibility: 'public' },
  })
  await world.send('POST', '/api/equipments', { json: { label: 'Bike', equipment_type_id: 2 } })
  const admin = await anAdmin(world.ctx, { username: 'boss' })
  const token = await aThirdPartyToken(world.ctx, world.user, 'workouts:read')
  const { body } = await world.send('POST', `/api/workouts/${workout.id}/share-links`, {
    json: { with_map: true },
  })
  const { pathname: sharePath } = new URL(body.data.share_link.url)
  await database.sqlite.backup(copy)
  writeFileSync(`${copy}-txid`, '1')
  const primaryUrl = isUp
    ? startFakeServer(({ path }) => world.handle(new Request(`http://localhost${path}`))).url
    : unusedUrl()
  const reader = startServer({ uploadsDir, primaryUrl }, openReplica(copy))
  return { world, reader, workout, admin, token, sharePath }
}

/** The readable paths of the API document, with parameters of existing objects. */
async function readablePaths(
  handle: (request: Request) => Promise<Response>,
  parameters: Record<string, string>,
) {
  const answer = await handle(new Request('http://localhost/api/openapi.json'))
  const { paths } = (await answer.json()) as ApiDocument
  return Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && !LEFT_OUT.includes(path))
    .map(([path]) => ({
      path,
      filled: path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '1'),
    }))
}

test('every read except an undrawn map image has the same response from a replica as from the primary', async () => {
  const { world, reader, workout, admin, token, sharePath } = await startBoth()
  const parameters = {
    user_name: 'ann',
    workout_short_id: workout.id,
    segment_short_id: workout.segments[0].segment_id,
    ranked_segment_id: 'x',
    map_id: workout.map,
    task_type: 'user_data_export',
    share_secret: sharePath.split('/').at(-1) ?? '',
  }
  const paths = await readablePaths(world.handle, parameters)
  const people: { as?: UserRow; authorization?: string }[] = [
    {},
    { as: world.user },
    { as: admin },
    { authorization: `Bearer ${token}` },
  ]
  let answered = 0
  for (const { path, filled } of paths)
    for (const who of people) {
      const read = await reader.call('GET', filled, who)
      if (path === NEEDS_WRITING) {
        expect(read).toMatchObject({ status: 503, body: { status: 'error' } })
        expect(read.headers.get('retry-after')).toBe('5')
        continue
      }
      const { status, body } = await world.call('GET', filled, who)
      expect([filled, read.status, read.body]).toEqual([filled, status, body])
      if (status === 200) answered += 1
    }
  expect(answered).toBeGreaterThan(100)
})

describe('a public link that is opened at a replica', () => {
  const openAt = ({ reader }: Awaited<ReturnType<typeof startBoth>>) => {
    const primaryUrl = reader.ctx.config.primaryUrl ?? ''
    const front = openReader(reader.ctx, { primaryUrl, describeReplicaProblem: () => undefined })
    return (path: string) => front.handle(new Request(`http://localhost${path}`), reader.handle)
  }
  const daysIn = async ({ ctx }: Pick<ReturnType<typeof startServer>, 'ctx'>) => {
    await ctx.lastUses.settle()
    return ctx.db.selectFrom('share_links').select('last_opened_on').execute()
  }

  test('works while the primary is down, and is not recorded as opened', async () => {
    const both = await startBoth()
    const open = openAt(both)
    const page = await open(both.sharePath)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('og:image')])
    const card = await open(`${both.sharePath}/card.png`)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await open(both.sharePath.replace(/.{30}$/, 'x'.repeat(30)))).status).toBe(404)
    expect(await daysIn(both.reader)).toEqual([{ last_opened_on: null }])
  })

  test('is recorded by the primary, and stops working as soon as it is revoked there', async () => {
    const both = await startBoth({ isUp: true })
    const { world, reader, sharePath } = both
    const open = openAt(both)
    expect((await open(sharePath)).status).toBe(200)
    expect(await daysIn(world)).toEqual([{ last_opened_on: '2026-03-14' }])
    await writeTo(world.ctx.db, (tx) => tx.deleteFrom('share_links').execute())
    expect((await open(sharePath)).status).toBe(404)
    expect((await open(`${sharePath}/card.png`)).status).toBe(404)
    expect(await daysIn(reader)).toEqual([{ last_opened_on: null }])
  })
})
