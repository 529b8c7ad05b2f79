import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { api, unwrap } from '@/web/api/client/client'
import { toServerPath } from '@/web/api/client/server-path'
import { getRequestHeaders } from '@/web/api/client/stored-token'
import {
  editWorkout,
  refreshWorkouts,
  type Workout,
  workoutQuery,
} from '@/web/api/workouts/workouts'

/** A photo of a workout. */
export type Photo = Workout['media_attachments'][number]

/** Returns the fragment of the URL that opens a photo on the page of its workout. */
export const getPhotoHash = (id: string): string => `photo-${id}`

/** Returns the path of a photo's image on this server, which may have other addresses than the API says. */
export function getPhotoPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * Uploads a photo, which belongs to no workout yet.
 *
 * @throws ApiError with the server's message, or with status 0 if there was no response
 */
async function uploadPhoto(file: File): Promise<Photo> {
  const body = new FormData()
  body.append('file', file)
  const request = { method: 'POST', headers: getRequestHeaders(), body }
  const response = await fetch(toServerPath('/api/media'), request).catch(() => null)
  const answer = await response?.json().catch(() => null)
  if (!response?.ok) throw new ApiError(response?.status ?? 0, answer)
  return answer
}

/** Changes the description of a photo. */
export async function describePhoto(id: string, description: string): Promise<void> {
  await unwrap(api.media({ photo_short_id: id }).patch({ description }))
}

/** Sets the photos of a workout and their order. Those that are left out are deleted by the server after a day. */
const setPhotos = (workoutId: string, photos: readonly Photo[]): Promise<void> =>
  editWorkout(workoutId, { media_attachment_ids: photos.map(({ id }) => id) })

/** Adds a photo to a workout. @throws ApiError as `uploadPhoto` */
export async function addPhoto(workoutId: string, file: File, client: QueryClient): Promise<void> {
  const photo = await uploadPhoto(file)
  // Other photos may have been added in the meantime.
  const { media_attachments: photos } = await client.fetchQuery({
    ...workoutQuery(workoutId),
    staleTime: 0,
  })
  await setPhotos(workoutId, [...photos, photo])
}

/** Marks what shows the photos of a workout as stale. */
export const refreshPhotos = (client: QueryClient, workoutId: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: workoutQuery(workoutId).queryKey, exact: true }),
    refreshWorkouts(client),
  ])
