import type { Insertable, Selectable } from 'kysely'
import { cachedQuery, type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { PhotosTable } from '@/store/db/schema/tables.gen'
import { anyIn } from '@/store/db/sql'

export type PhotoRow = Selectable<PhotosTable>

/** More than a workout has photos. */
const MAX_POSITION = 1000

export const insertPhoto = (db: Tx, photo: Insertable<PhotosTable>): Promise<PhotoRow> =>
  db.insertInto('photos').values(photo).returningAll().executeTakeFirstOrThrow()

export const findPhoto = (db: Db, shortId: string): Promise<PhotoRow | undefined> =>
  byShortId.first(db, { shortId })

const byShortId = prepared((db, { shortId }: Placeholders<{ shortId: string }>) =>
  db.selectFrom('photos').selectAll().where('short_id', '=', shortId),
)

/** Finds the photo whose files have this name. Cached, because a page requests many files. */
export const findPhotoByName = (db: Db, name: string): Promise<Readonly<PhotoRow> | undefined> =>
  byName.first(db, { name })

const byName = cachedQuery((db, { name }: Placeholders<{ name: string }>) =>
  db.selectFrom('photos').selectAll().where('name', '=', name),
)

/** Loads the photos of workouts by the ids of these, in the order of their owners. */
export async function loadPhotos(
  db: Db,
  workoutIds: readonly number[],
): Promise<Map<number, PhotoRow[]>> {
  const found = await ofWorkouts.all(db, { workoutIds: JSON.stringify(workoutIds) })
  return Map.groupBy(found, ({ workout_id }) => workout_id ?? 0)
}

const ofWorkouts = prepared((db, { workoutIds }: Placeholders<{ workoutIds: string }>) =>
  db
    .selectFrom('photos')
    .selectAll()
    .where('workout_id', 'in', anyIn<number>(workoutIds))
    .orderBy('workout_id')
    .orderBy('position')
    .orderBy('id'),
)

/** Returns a user's photos with these short ids, in any order. */
export const listPhotosById = (
  db: Db,
  { userId, shortIds }: { userId: number; shortIds: readonly string[] },
): Promise<PhotoRow[]> =>
  db
    .selectFrom('photos')
    .selectAll()
    .where('short_id', 'in', shortIds)
    .where('user_id', '=', userId)
    .execute()

/** Lists the files of a workout's photos in all sizes. */
export const listPhotoFiles = async (db: Db, workoutId: number): Promise<string[]> =>
  ((await loadPhotos(db, [workoutId])).get(workoutId) ?? []).flatMap(filesOf)

/** The files of a photo in all sizes. */
export const filesOf = ({ file, screen_file, thumbnail_file }: PhotoRow): string[] => [
  file,
  screen_file,
  thumbnail_file,
]

/** Attaches the photos of one workout to another one, after those that it has. */
export const movePhotos = (db: Tx, { from, to }: { from: number; to: number }) =>
  db
    .updateTable('photos')
    .set((eb) => ({ workout_id: to, position: eb('position', '+', MAX_POSITION) }))
    .where('workout_id', '=', from)
    .execute()

export const describePhoto = (
  db: Tx,
  { id, description }: Pick<PhotoRow, 'id' | 'description'>,
): Promise<PhotoRow> =>
  db
    .updateTable('photos')
    .set({ description })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Attaches a photo to a workout at a position, or moves it there. */
export const attachPhoto = (
  db: Tx,
  { id, workoutId, position }: { id: number; workoutId: number; position: number },
) =>
  db
    .updateTable('photos')
    .set({ workout_id: workoutId, position, unattached_since: null })
    .where('id', '=', id)
    .execute()

/** Detaches photos from their workouts. */
export const detachPhotos = (db: Tx, { ids, now }: { ids: readonly number[]; now: number }) =>
  db
    .updateTable('photos')
    .set({ workout_id: null, position: 0, unattached_since: now })
    .where('id', 'in', ids)
    .execute()

export const deletePhotos = (db: Tx, ids: readonly number[]) =>
  db.deleteFrom('photos').where('id', 'in', ids).execute()

/** Returns up to `limit` photos that have not been attached to a workout since a moment. */
export const listUnattachedPhotos = (
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<PhotoRow[]> =>
  db
    .selectFrom('photos')
    .selectAll()
    .where('unattached_since', '<', before)
    .orderBy('unattached_since')
    .limit(limit)
    .execute()

/** Returns up to `limit` photos that an import has added. */
export const listImportedPhotos = (
  db: Db,
  { taskId, limit }: { taskId: number; limit: number },
): Promise<PhotoRow[]> =>
  db.selectFrom('photos').selectAll().where('import_task_id', '=', taskId).limit(limit).execute()

/** A photo with the short id of the workout that it is attached to. */
export interface AttachedPhoto extends PhotoRow {
  workout_short_id: string
}

/** Lists all photos of a user that are attached to workouts, with the short ids of these. */
export const listPhotosOf = (
  db: Db,
  { userId, after, limit }: { userId: number; after: number; limit: number },
): Promise<AttachedPhoto[]> =>
  db
    .selectFrom('photos')
    .innerJoin('workouts', 'workouts.id', 'photos.workout_id')
    .selectAll('photos')
    .select('workouts.short_id as workout_short_id')
    .where('photos.user_id', '=', userId)
    .where('photos.id', '>', after)
    .orderBy('photos.id')
    .limit(limit)
    .execute()
