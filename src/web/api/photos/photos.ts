import type { QueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'
import { refreshWorkouts, type Workout, workoutQuery } from '@/web/api/workouts/workouts'

/** A photo of a workout. */
export type Photo = Workout['media_attachments'][number]

/** Returns the fragment of the URL that opens a photo on the page of its workout. */
export const getPhotoHash = (id: string): string => `photo-${id}`

/** Returns the path of a photo's image on this server, which may have other addresses than the API says. */
export function getPhotoPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Changes the description of a photo. */
export async function describePhoto(id: string, description: string): Promise<void> {
  await unwrap(api.media({ photo_short_id: id }).patch({ description }))
}

/** Marks what shows the photos of a workout as stale. */
export const refreshPhotos = (client: QueryClient, workoutId: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: workoutQuery(workoutId).queryKey, exact: true }),
    refreshWorkouts(client),
  ])
