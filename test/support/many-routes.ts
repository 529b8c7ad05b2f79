import { mapLineOf } from '@/domain/tracks/geometry/map-line'
import { linePieces } from '@/domain/tracks/geometry/pieces'
import { encodeShortId } from '@/lib/text/short-id'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { rebuildSums } from '@/store/db/queries/workouts/workout-totals'
import { randomOf } from './ride'

/** The sports of generated workouts: more cycling than running, some hiking. */
const SPORTS = [1, 1, 1, 5, 5, 3]
const POINTS = 90
const FIRST_START = Date.UTC(2016, 0, 3, 9)
const LAST_START = Date.UTC(2025, 10, 30, 9)

/** A winding way from home or, for every tenth, from another place in the region. Degrees. */
function wayOf(index: number) {
  const random = randomOf(index + 1)
  const far = index % 10 === 0 ? 1 : 0
  let [lat, lon] = [47 + far * (random() - 0.5), 8 + far * (random() - 0.5)]
  let heading = random() * 2 * Math.PI
  const step = 0.0008 + 0.003 * random() ** 2
  const way = { lat: new Float64Array(POINTS), lon: new Float64Array(POINTS) }
  for (let i = 0; i < POINTS; i++) {
    way.lat[i] = lat
    way.lon[i] = lon
    heading += (random() - 0.47) * 0.7
    lat += step * Math.cos(heading)
    lon += (step * Math.sin(heading)) / 0.68
  }
  return way
}

/**
 * Inserts workouts of a user with different lines into the database file of a running server, from 2016 to 2025 in
 * order. They have everything that maps and lists show, but no segments.
 */
export async function insertManyRoutes(file: string, username: string, count: number) {
  const { sqlite, db } = openDatabase(file)
  const userId = sqlite
    .prepare<[string], number>('select id from users where username = ?')
    .pluck()
    .get(username)
  if (userId === undefined) throw new Error(`${username} has no account`)
  const insert = sqlite.prepare(`insert into workouts (short_id, user_id, sport_id, title,
      workout_date, creation_date, duration, moving, distance, start_lat, start_lon, min_lat,
      min_lon, max_lat, max_lon) values (?, ?, ?, ?, ?, 0, 3600, 3600, ?, ?, ?, ?, ?, ?, ?)`)
  const insertLine = sqlite.prepare('insert into workout_lines values (?, ?, ?, ?)')
  const interval = (LAST_START - FIRST_START) / Math.max(1, count - 1)
  const fill = sqlite.transaction(() => {
    for (let index = 0; index < count; index++) {
      const way = wayOf(index)
      const line = mapLineOf(linePieces(way))
      if (!line) throw new Error('a line without points')
      const id = encodeShortId(`b0000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`)
      const { lastInsertRowid } = insert.run(
        ...[id, userId, SPORTS[index % SPORTS.length], `Outing ${index + 1}`],
        ...[Math.round(FIRST_START + index * interval), 10, way.lat[0], way.lon[0]],
        ...[Math.min(...way.lat), Math.min(...way.lon)],
        ...[Math.max(...way.lat), Math.max(...way.lon)],
      )
      const blobs = [line.coarse, line.medium, line.fine].map((bytes) => Buffer.from(bytes))
      insertLine.run(lastInsertRowid, ...blobs)
    }
  })
  fill()
  await writeTo(db, (tx) => rebuildSums(tx, userId))
  await db.destroy()
}
