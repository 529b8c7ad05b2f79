import type Database from 'better-sqlite3'
import { type LinePiece, linePieces } from '@/tracks/geometry/pieces'
import { encodePoints } from '@/tracks/streams/points-blob'
import { syntheticRide } from './bench-recordings'

const USERS = 5
const WORKOUTS_OF_USER = 10_000

/** Different ways that are taken again and again, all from about the same place. */
const WAYS = 50
const POINTS = 3600
/** Points are stored only for every so many workouts, to spare the disk. */
const SHARE_WITH_POINTS = 21
const HOME = { lat: 46, lon: 7 }
const FIRST_START = Date.UTC(2015, 0, 1)
const SPAN = 11 * 365 * 86_400_000
const SPORTS = [1, 1, 5, 5, 3]
const TITLES = ['Morning ride', 'Feierabendrunde', 'Course à pied', 'Пробежка', 'Intervals']
const STORY =
  'Up the valley, over the pass and back along the river, with a long stop at the café. '

/**
 * Fills a migrated database with 50,000 workouts of five users: texts, numbers, records, equipment and the lines of
 * recordings. The same every time, but for identifiers.
 */
export function fillLibrary(sqlite: Database.Database): void {
  const fill = sqlite.transaction(() => {
    for (let id = 1; id <= USERS; id++) insertUser(sqlite, id)
    insertWorkouts(sqlite)
  })
  fill()
  sqlite.exec('analyze')
}

function insertUser(sqlite: Database.Database, id: number): void {
  sqlite
    .prepare(
      `insert into users (id, username, email, password_hash, created_at, is_active)
       values (?, ?, ?, 'none', 0, 1)`,
    )
    .run(id, `user_${id}`, `user_${id}@example.com`)
  for (let other = 1; other < id; other++)
    sqlite
      .prepare(
        `insert into follows (follower_id, followed_id, state, created_at)
         values (?, ?, 'approved', 0)`,
      )
      .run(other, id)
  sqlite
    .prepare(
      `insert into equipments (id, short_id, user_id, equipment_type_id, label, creation_date)
       values (?, ?, ?, 2, 'Bike', 0)`,
    )
    .run(id, `bike_${id}`, id)
}

const COLUMNS = [
  ...['short_id', 'user_id', 'sport_id', 'title', 'description', 'notes', 'workout_date'],
  ...['creation_date', 'duration', 'moving', 'pauses', 'distance', 'ascent', 'descent'],
  ...['ave_speed', 'max_speed', 'ave_pace', 'best_pace', 'calories', 'original_file'],
  ...['start_lat', 'start_lon', 'workout_visibility'],
]

function insertWorkouts(sqlite: Database.Database): void {
  const ways = Array.from({ length: WAYS }, (_, index) => wayOf(index))
  const insert = sqlite.prepare(
    `insert into workouts (${COLUMNS}) values (${COLUMNS.map(() => '?')})`,
  )
  const attach = sqlite.prepare('insert into workout_equipments values (?, ?)')
  const storeLine = lineWriter(sqlite)
  for (let index = 0; index < USERS * WORKOUTS_OF_USER; index++) {
    const userId = 1 + (index % USERS)
    const way = ways[Math.floor(index / USERS) % WAYS]
    const { lastInsertRowid } = insert.run(workoutRow(index, userId, way?.start))
    const workoutId = Number(lastInsertRowid)
    if (index % 3 === 0) attach.run(workoutId, userId)
    if (way) storeLine({ workoutId, userId, index, way })
  }
}

function workoutRow(index: number, userId: number, start: Way['start'] | undefined): unknown[] {
  const moving = 900 + ((index * 7919) % 9000)
  const speed = 8 + ((index * 31) % 2200) / 100
  const distance = Math.round(moving * speed) / 3600
  const turn = Math.floor(index / USERS)
  const sport = SPORTS[turn % SPORTS.length]
  const pace = Math.round(3600 / speed)
  return [
    ...[`workout_${index}`, userId, sport, `${TITLES[(turn * 3) % TITLES.length]} ${index}`],
    ...[turn % 2 === 0 ? STORY.repeat(3) : null, turn % 3 === 0 ? `note ${index}` : null],
    ...[FIRST_START + ((index * 104_729) % 1_000_003) * (SPAN / 1_000_003), 0, moving + 120],
    ...[moving, 120, Math.round(distance * 1000) / 1000, (index * 17) % 900, (index * 17) % 900],
    ...[speed, speed + 10, pace, Math.round(pace / 2), 500, 'a.gpx', start?.lat, start?.lon],
    turn % 4 === 0 ? 'public' : 'private',
  ].map((value) =>
    typeof value === 'number' && value > 1e11 ? Math.round(value) : (value ?? null),
  )
}

interface Way {
  start: { lat: number; lon: number }
  pieces: LinePiece[]
  points: Uint8Array
}

/** A ride from a place near home in a direction of its own. */
function wayOf(index: number): Way {
  const ride = syntheticRide(POINTS + index)
  const angle = (index / WAYS) * 2 * Math.PI
  const [dy, dx] = [Math.sin(angle) * 0.02, Math.cos(angle) * 0.02]
  const lat = ride.lat.map((value) => HOME.lat + dy + (value - 46) * Math.cos(angle))
  const lon = ride.lon.map((value) => HOME.lon + dx + (value - 7) * Math.sin(angle))
  const line = { ...ride, lat, lon }
  return {
    start: { lat: lat[0] ?? 0, lon: lon[0] ?? 0 },
    pieces: linePieces(line),
    points: encodePoints({ ...line, speed: new Float64Array(ride.size) }),
  }
}

/** Stores the line of a workout as one segment. */
function lineWriter(sqlite: Database.Database) {
  const segment = sqlite.prepare(
    `insert into segments (short_id, workout_id, position, started_at, point_count, duration, moving, distance)
     values (?, ?, 1, 0, ${POINTS}, ${POINTS}, ${POINTS}, 20)`,
  )
  const box = sqlite.prepare('insert into segment_piece_boxes values (null, ?, ?, ?, ?, ?, ?, ?)')
  const piece = sqlite.prepare('insert into segment_pieces values (?, ?, ?, ?)')
  const points = sqlite.prepare('insert into segment_points values (?, ?)')
  return ({ workoutId, userId, index, way }: LineOf) => {
    const { lastInsertRowid: id } = segment.run(`segment_${index}`, workoutId)
    if (index % SHARE_WITH_POINTS === 0) points.run(id, Buffer.from(way.points))
    for (const { places, box: around } of way.pieces) {
      const { south, north, west, east } = around
      const boxed = box.run(south, north, west, east, userId, userId, workoutId)
      piece.run(userId, boxed.lastInsertRowid, id, Buffer.from(places))
    }
  }
}

interface LineOf {
  workoutId: number
  userId: number
  index: number
  way: Way
}
