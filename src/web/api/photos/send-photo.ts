/** Loaded dynamically, because several areas of the UI need it, but only when photos are added. */
import { ApiError } from '@/web/api/client/api-error'
import { toServerPath } from '@/web/api/client/server-path'
import { getRequestHeaders } from '@/web/api/client/stored-token'
import { editWorkout, fetchWorkout } from '@/web/api/workouts/workouts'
import type { Photo } from './photos'

/**
 * Uploads a photo, which belongs to no workout yet.
 *
 * @throws ApiError with the server's message, or with status 0 if there was no response
 */
export async function uploadPhoto(file: File): Promise<Photo> {
  const body = new FormData()
  body.append('file', file)
  const request = { method: 'POST', headers: getRequestHeaders(), body }
  const response = await fetch(toServerPath('/api/media'), request).catch(() => null)
  const answer = await response?.json().catch(() => null)
  if (!response?.ok) throw new ApiError(response?.status ?? 0, answer)
  return answer
}

/** Adds an uploaded photo to those of a workout, unless it is one of them. */
export async function attachPhoto(workoutId: string, photoId: string): Promise<void> {
  const { media_attachments: photos } = await fetchWorkout(workoutId)
  const ids = photos.map(({ id }) => id)
  // A list without some of the photos would delete them.
  if (!ids.includes(photoId))
    await editWorkout(workoutId, { media_attachment_ids: [...ids, photoId] })
}

/** Adds a photo to a workout. @throws ApiError as `uploadPhoto` */
export async function addPhoto(workoutId: string, file: File): Promise<void> {
  await attachPhoto(workoutId, (await uploadPhoto(file)).id)
}
