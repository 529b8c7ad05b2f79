import type { Thumbnail } from '@/domain/reference/thumbnail'
import type { MapLine } from '@/domain/tracks/geometry/map-line'
import { drawThumbnail } from '@/domain/tracks/geometry/thumbnail'
import { decodePoints } from '@/domain/tracks/streams/points-blob'
import {
  type Placeholders,
  prepared,
  preparedInsert,
  preparedWrite,
} from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { anyIn } from '@/store/db/sql'

/**
 * Stores the thumbnail of a workout: its route, or without positions its effort; nothing if there is neither.
 *
 * @param line its line on the map; undefined without positions
 * @param points its encoded points by segment, decoded only without positions
 */
export function insertThumbnail(
  db: Tx,
  workoutId: number,
  { line, points }: { line: MapLine | undefined; points: readonly Uint8Array[] },
): void {
  const thumbnail = drawThumbnail(line, () => points.map(decodePoints))
  if (thumbnail) insertThumbnailRow(db, workoutId, thumbnail)
}

/** Stores a drawn thumbnail. */
export function insertThumbnailRow(db: Tx, workoutId: number, thumbnail: Thumbnail): void {
  rows.run(db, { workout_id: workoutId, ...thumbnail })
}

const rows = preparedInsert('workout_thumbnails')

/** Deletes the thumbnail of a workout. */
export const deleteThumbnail = (db: Tx, workoutId: number) => deletions.run(db, { workoutId })

const deletions = preparedWrite((db, { workoutId }: Placeholders<{ workoutId: number }>) =>
  db.deleteFrom('workout_thumbnails').where('workout_id', '=', workoutId),
)

/** Loads the thumbnails of workouts by their ids. */
export async function loadThumbnails(
  db: Db,
  workoutIds: readonly number[],
): Promise<Map<number, Thumbnail>> {
  const found = await ofWorkouts.all(db, { workoutIds: JSON.stringify(workoutIds) })
  return new Map(found.map(({ workout_id: id, kind, path }) => [id, { kind, path }]))
}

const ofWorkouts = prepared((db, { workoutIds }: Placeholders<{ workoutIds: string }>) =>
  db
    .selectFrom('workout_thumbnails')
    .selectAll()
    .where('workout_id', 'in', anyIn<number>(workoutIds)),
)
