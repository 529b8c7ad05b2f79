import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '@/services/context'
import { openDatabase } from '@/store/db/connections/open'
import { listStoredFiles } from '@/store/db/queries/tasks/stored-files'
import { locateNextWorkouts } from '@/use-cases/workouts/regions/locate-workouts'
import { rides, startArchiveServer } from './archives'
import { assignAllCourses } from './assign-courses'
import { deviceRide } from './device-ride'
import { PREPARED_DATABASE } from './prepared-database'
import { matchAllSegments } from './ranked-segments'
import { rideGpx } from './ride'
import { fillEmptyTables } from './schemas'

/** Tables whose rows exempt workouts from checks. */
const TABLES_WITH_EXEMPTIONS = [
  ...['load_updates', 'server_moves', 'unmapped_workouts'],
  ...['uncounted_workouts', 'visit_recounts', 'unlocated_workouts', 'unmatched_segments'],
]

/**
 * A database in which every derived value has a correct row, and copies of the stored files that it refers to in a
 * folder: a long ride, the same ride again, one with power, a manual one, an import, equipment, thresholds, a course, a
 * segment and stored responses. Tables without derived values have rows that satisfy their constraints.
 */
export async function makeCheckedDatabase(folder: string) {
  const database = openDatabase(PREPARED_DATABASE)
  const server = await startArchiveServer({}, {}, database)
  const { ctx, send, get, record, enter, uploadZip, serve } = server
  for (const [path, value] of [
    ['ftp/2020-01-01', 200],
    ['threshold_heart_rate/2020-01-01', 160],
    ['max_heart_rate/2020-01-01', 190],
    ['resting_heart_rate/2020-01-01', 50],
  ])
    await send('PUT', `/api/thresholds/${path}`, { json: { value } })
  await send('PATCH', '/api/auth/profile/sport-names', { json: { sport_names: { parkour: 5 } } })
  await send('POST', '/api/equipments', {
    json: { label: 'Bike', equipment_type_id: 2, default_for_sport_ids: [1] },
  })
  const ride = rideGpx({ kilometres: 20, withHeartRate: true, withCadence: true, withPause: true })
  const long = await record('long.gpx', ride)
  const again = rideGpx({ kilometres: 20, start: new Date('2024-07-01T08:00:00Z') })
  await record('again.gpx', again, { workout_visibility: 'public' })
  await record('device.fit', deviceRide({ power: 210 }))
  await enter({ ascent: 100, descent: 90 })
  await uploadZip(rides(3))
  await serve()
  await assignAllCourses(ctx)
  while (await locateNextWorkouts(ctx, () => false));
  await send('POST', '/api/segments', {
    json: { name: 'Hill', workout: { id: long.id, from: 1000, to: 3000 } },
  })
  await matchAllSegments(ctx)
  await get(`/api/workouts/${long.id}/chart_data`)
  await get(`/api/workouts/${long.id}/geojson`)
  const { sqlite } = database
  sqlite.exec(`
    insert into workout_duplicates (workout_id, twin_id, user_id) values (2, 1, 1);
    insert into kept_originals (workout_id, path, hash)
      select id, original_file, original_hash from workouts where id = 1`)
  fillEmptyTables(sqlite)
  for (const table of TABLES_WITH_EXEMPTIONS) sqlite.exec(`delete from ${table}`)
  // Reads in one turn of the event loop are one transaction, which has to end.
  await setImmediate()
  return { content: sqlite.serialize(), files: await copyFiles(ctx, folder) }
}

/** Copies the stored files, because those of the server are deleted with it. */
async function copyFiles({ db, files }: Pick<AppContext, 'db' | 'files'>, folder: string) {
  const copies = new Map<string, string>()
  for await (const path of listStoredFiles(db)) {
    const file = await files.fetch(path)
    if (file === undefined) continue
    const copy = join(folder, String(copies.size))
    copyFileSync(file, copy)
    copies.set(path, copy)
  }
  return { fetch: async (path: string) => copies.get(path) }
}
