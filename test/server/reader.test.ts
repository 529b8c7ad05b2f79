import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFollowedCopy } from '@/db/followed-copy'
import { openDatabase } from '@/db/open'
import { updateAppConfig } from '@/db/queries/app-config'
import type { UserRow } from '@/db/queries/users'
import { writeTo } from '@/db/transact'
import type { ApiDocument } from '../support/api-document'
import { startServer } from '../support/client'
import { anAdmin } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { aThirdPartyToken } from '../support/oauth2'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { nobody } from '../support/stand-in'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

/** An image that nobody has asked for yet is drawn where it can be kept. */
const NEEDS_WRITING = '/api/workouts/map/{map_id}'
/** They ask services that the test does not have, or tell of the process or the disk. */
const LEFT_OUT = [
  '/api/geocode/search',
  '/api/geocode/lookup',
  '/api/stats/all',
  '/api/workouts/map_tile/{s}/{z}/{x}/{y}',
]

/** A server with a workout, and one that only reads a copy of its database as it is then. */
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
  const reader = startServer({ uploadsDir, primaryUrl: nobody() }, openFollowedCopy(copy))
  return { world, reader, workout, admin, token }
}

/** Paths of the API document that can be read, with the parameters filled in that the world has. */
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

test('every read but that of an image nobody has drawn is answered as by the server that writes', async () => {
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
