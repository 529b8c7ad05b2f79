import { useQueryClient } from '@tanstack/react-query'
import { refreshPhotos } from '@/web/api/photos/photos'
import { workoutQuery } from '@/web/api/workouts/workouts'

/** Returns a function that shows the changed description of a photo until the workout is loaded again. */
export function usePhotoCache(workoutId: string) {
  const client = useQueryClient()
  return (photoId: string, description: string): void => {
    client.setQueryData(
      workoutQuery(workoutId).queryKey,
      (workout) =>
        workout && {
          ...workout,
          media_attachments: workout.media_attachments.map((photo) =>
            photo.id === photoId ? { ...photo, description } : photo,
          ),
        },
    )
    void refreshPhotos(client, workoutId)
  }
}
