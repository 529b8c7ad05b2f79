import { MAX_PHOTOS } from '@/domain/reference/photo-limits'
import { badRequest, invalidPayload, notFoundInList } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  attachPhoto,
  detachPhotos,
  listPhotosById,
  loadPhotos,
} from '@/store/db/queries/photos/photos'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'

/**
 * Returns the short ids of photos in a payload; undefined when there are none.
 *
 * @throws 400 when it is not a list of texts, or too long.
 */
export function requirePhotoIds(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value) || value.some((id) => typeof id !== 'string'))
    throw invalidPayload('media_attachment_ids')
  const ids = [...new Set<string>(value)]
  if (ids.length > MAX_PHOTOS) throw badRequest(`a workout can have up to ${MAX_PHOTOS} photos`)
  return ids
}

/**
 * Attaches exactly these photos of the owner to a workout, in this order; detaches the others, which are deleted later.
 * Returns the workout with its new number of photos.
 *
 * @throws 400 when a photo does not exist, or is attached to another workout.
 */
export async function setPhotos(
  tx: InTransaction<Pick<AppContext, 'db' | 'clock'>>,
  workout: Pick<WorkoutRow, 'id' | 'user_id'>,
  shortIds: readonly string[],
): Promise<WorkoutRow> {
  const { id: workoutId, user_id: userId } = workout
  const given = shortIds.length === 0 ? [] : await listPhotosById(tx.db, { userId, shortIds })
  const byId = new Map(given.map((photo) => [photo.short_id, photo]))
  const attached = (await loadPhotos(tx.db, [workoutId])).get(workoutId) ?? []
  const removed = attached.filter(({ short_id }) => !shortIds.includes(short_id))
  if (removed.length > 0)
    await detachPhotos(tx.db, { ids: removed.map(({ id }) => id), now: tx.clock.now() })
  for (const [position, shortId] of shortIds.entries()) {
    const photo = byId.get(shortId)
    const isUsable = photo && [null, workoutId].includes(photo.workout_id)
    if (!isUsable) throw badRequest(`media '${shortId}' not found`)
    await attachPhoto(tx.db, { id: photo.id, workoutId, position })
  }
  const changed = await findWorkoutById(tx.db, workoutId)
  if (!changed) throw notFoundInList('workouts')
  return changed
}
