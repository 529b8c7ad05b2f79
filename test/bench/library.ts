import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import type { Thumbnail } from '@/domain/reference/thumbnail'
import { type MapLine, mapLineOf } from '@/domain/tracks/geometry/map-line'
import { type LinePiece, linePieces } from '@/domain/tracks/geometry/pieces'
import { drawRoute } from '@/domain/tracks/geometry/thumbnail'
import { encodePoints } from '@/domain/tracks/streams/points-blob'
import { encodeShortId } from '@/lib/text/short-id'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { rebuildSums } from '@/store/db/queries/workouts/workout-totals'
import { migrateToLatest } from '@/store/db/schema/migrate'
import { rebuildRecords } from '@/use-cases/records/rebuild-records'
import { syntheticRide } from './recordings'
import { PASSWORD } from './server'

/** Number of different courses that are repeated, all near the same place. */
const WAYS = 50
const POINTS = 3600
/** Points are stored only for one in this many workouts, to save disk space. */
const SHARE_WITH_POINTS = 21
const MAX_LINES = 10_000
const NOTIFICATIONS = 200
const HOME = { lat: 46, lon: 7 }
const FIRST_START = Date.UTC(2015, 0, 1)
const SPAN = 11 * 365 * 86_400_000
const SPORTS = [1, 1, 5, 5, 3]
const TITLES = ['Morning ride', 'Feierabendrunde', 'Course à pied', 'Пробежка', 'Intervals']
const STORY =
  'Up the valley, over the pass and back along the river, with a long stop at the café. '

/** A database to generate. */
export interface LibraryPlan {
  /** Workouts of the first user, who is measured, and of all users. */
  own: number
  all: number
  users: number
  /** Workouts of the first user that have a line; 10,000 when absent. */
  lines?: number
}

/** The account that is measured. */
export const MEASURED = { username: 'user_1', email: 'user_1@example.com' }

/**
 * Generates a database of workouts: texts, numbers, records, equipment, notifications and, for the first user, the
 * lines of recordings. Identical every time.
 */
export async function makeLibrary(file: string, plan: LibraryPlan): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  const database = openDatabase(file)
  await migrateToLatest(database)
  const { sqlite, db } = database
  const hash = await Bun.password.hash(PASSWORD, 'argon2id')
  sqlite.pragma('synchronous = OFF')
  const fill = sqlite.transaction(() => {
    for (let id = 1; id <= plan.users; id++) insertUser(sqlite, id, hash)
    insertWorkouts(sqlite, plan)
    insertNotifications(sqlite, plan)
  })
  fill()
  sqlite.exec('analyze')
  for (let userId = 1; userId <= plan.users; userId++)
    await writeTo(db, async (tx) => {
      await rebuildSums(tx, userId)
      const context = { db: tx, afterCommit: () => undefined }
      for (const sportId of new Set(SPORTS)) await rebuildRecords(context, { userId, sportId })
    })
  sqlite.pragma('wal_checkpoint(truncate)')
  await db.destroy()
}

function insertUser(sqlite: Database.Database, id: number, hash: string): void {
  sqlite
    .prepare(
      `insert into users (id, username, email, password_hash, created_at, is_active)
       values (?, ?, ?, ?, 0, 1)`,
    )
    .run(id, `user_${id}`, `user_${id}@example.com`, hash)
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
    .run(id, shortId('bike', id), id)
}

/** Likes of the first user's workouts by other users. */
function insertNotifications(sqlite: Database.Database, { users, own }: LibraryPlan): void {
  const like = sqlite.prepare(
    'insert into workout_likes (workout_id, user_id, created_at) values (?, ?, 0)',
  )
  const notify = sqlite.prepare(
    `insert into notifications (short_id, type, from_user_id, to_user_id, created_at, workout_id)
     select ?, 'workout_like', ?, 1, ?, id from workouts where id = ?`,
  )
  for (let index = 0; index < Math.min(NOTIFICATIONS, own) && users > 1; index++) {
    const from = 2 + (index % (users - 1))
    like.run(index + 1, from)
    notify.run(shortId('notification', index), from, index, index + 1)
  }
}

const KINDS = ['bike', 'notification', 'workout', 'segment']

/** A valid id that is identical every time. */
function shortId(kind: string, index: number): string {
  const number = index.toString(16).padStart(12, '0')
  return encodeShortId(`a000000${KINDS.indexOf(kind)}-0000-4000-8000-${number}`)
}

const COLUMNS = [
  ...['short_id', 'user_id', 'sport_id', 'title', 'description', 'notes', 'workout_date'],
  ...['creation_date', 'duration', 'moving', 'pauses', 'distance', 'ascent', 'descent'],
  ...['ave_speed', 'max_speed', 'ave_pace', 'best_pace', 'calories', 'original_file'],
  ...['start_lat', 'start_lon', 'workout_visibility'],
]

/** Rows of the first user come first. */
function insertWorkouts(sqlite: Database.Database, plan: LibraryPlan): void {
  const { own, all, users, lines = MAX_LINES } = plan
  const ways = Array.from({ length: WAYS }, (_, index) => wayOf(index))
  const insert = sqlite.prepare(
    `insert into workouts (${COLUMNS}) values (${COLUMNS.map(() => '?')})`,
  )
  const attach = sqlite.prepare('insert into workout_equipments values (?, ?)')
  const storeLine = lineWriter(sqlite)
  for (let index = 0; index < all; index++) {
    const userId = index < own || users === 1 ? 1 : 2 + (index % (users - 1))
    const way = ways[index % WAYS]
    const { lastInsertRowid } = insert.run(workoutRow(index, userId, way?.start))
    const workoutId = Number(lastInsertRowid)
    if (index % 3 === 0) attach.run(workoutId, userId)
    if (way && index < Math.min(own, lines)) storeLine({ workoutId, userId, index, way })
  }
}

function workoutRow(index: number, userId: number, start: Way['start'] | undefined): unknown[] {
  const moving = 900 + ((index * 7919) % 9000)
  const speed = 8 + ((index * 31) % 2200) / 100
  const distance = Math.round(moving * speed) / 3600
  const sport = SPORTS[index % SPORTS.length]
  const pace = Math.round(3600 / speed)
  return [
    ...[
      shortId('workout', index),
      userId,
      sport,
      `${TITLES[(index * 3) % TITLES.length]} ${index}`,
    ],
    ...[index % 2 === 0 ? STORY.repeat(3) : null, index % 3 === 0 ? `note ${index}` : null],
    ...[FIRST_START + ((index * 104_729) % 1_000_003) * (SPAN / 1_000_003), 0, moving + 120],
    ...[moving, 120, Math.round(distance * 1000) / 1000, (index * 17) % 900, (index * 17) % 900],
    ...[speed, speed + 10, pace, Math.round(pace / 2), 500, 'a.gpx', start?.lat, start?.lon],
    index % 4 === 0 ? 'public' : 'private',
  ].map((value) =>
    typeof value === 'number' && value > 1e11 ? Math.round(value) : (value ?? null),
  )
}

interface Way {
  start: { lat: number; lon: number }
  pieces: LinePiece[]
  line: MapLine
  thumbnail: Thumbnail
  points: Uint8Array
}

/** A ride from a place near home in a random direction. */
function wayOf(index: number): Way {
  const ride = syntheticRide(POINTS + index)
  const angle = (index / WAYS) * 2 * Math.PI
  const [dy, dx] = [Math.sin(angle) * 0.02, Math.cos(angle) * 0.02]
  const lat = ride.lat.map((value) => HOME.lat + dy + (value - 46) * Math.cos(angle))
  const lon = ride.lon.map((value) => HOME.lon + dx + (value - 7) * Math.sin(angle))
  const line = { ...ride, lat, lon }
  const pieces = linePieces(line)
  const mapLine = mapLineOf(pieces)
  if (!mapLine) throw new Error('a ride without positions')
  return {
    start: { lat: lat[0] ?? 0, lon: lon[0] ?? 0 },
    pieces,
    line: mapLine,
    thumbnail: drawRoute(mapLine),
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
  const line = sqlite.prepare('insert into workout_lines values (?, ?, ?, ?)')
  const thumbnail = sqlite.prepare('insert into workout_thumbnails values (?, ?, ?)')
  return ({ workoutId, userId, index, way }: LineOf) => {
    const { lastInsertRowid: id } = segment.run(shortId('segment', index), workoutId)
    if (index % SHARE_WITH_POINTS === 0) points.run(id, Buffer.from(way.points))
    const { coarse, medium, fine } = way.line
    line.run(workoutId, Buffer.from(coarse), Buffer.from(medium), Buffer.from(fine))
    thumbnail.run(workoutId, way.thumbnail.kind, way.thumbnail.path)
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

/** The id of a workout of the measured user that has points. */
export const measuredWorkout = (): string => shortId('workout', 0)
