import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { openReplica } from '@/store/db/replica/replica-database'
import type { ApiDocument } from '../support/api-document'
import { startServer } from '../support/client'
import { anAdmin } from '../support/factories'
import { unusedUrl } from '../support/fake-server'
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
  '/api/stats/all',
  '/api/workouts/map_tile/{s}/{z}/{x}/{y}',
]

/** A server with a workout, and a replica with a copy of its database. */
async function startBoth() {
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
  await database.sqlite.backup(copy)
  writeFileSync(`${copy}-txid`, '1')
  const reader = startServer({ uploadsDir, primaryUrl: unusedUrl() }, openReplica(copy))
  return { world, reader, workout, admin, token }
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
  const { world, reader, workout, admin, token } = await startBoth()
  const parameters = {
    user_name: 'ann',
    workout_short_id: workout.id,
    segment_short_id: workout.segments[0].segment_id,
    map_id: workout.map,
    task_type: 'user_data_export',
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
