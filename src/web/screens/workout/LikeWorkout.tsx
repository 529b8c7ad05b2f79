import { useMutation, useQueryClient } from '@tanstack/react-query'
import { likeWorkout } from '@/web/api/comments'
import type { Workout } from '@/web/api/workouts'
import { LikeButton } from '@/web/components/LikeButton'
import { useSessionToken } from '@/web/state/session'

/** Likes the workout, and tells how many do. */
export function LikeWorkout({ workout }: { workout: Workout }) {
  const client = useQueryClient()
  const member = useSessionToken() !== null
  const liking = useMutation({
    mutationFn: likeWorkout,
    onSettled: () => client.invalidateQueries({ queryKey: ['workout', workout.id], exact: true }),
  })
  return (
    <LikeButton
      liked={workout.liked}
      count={workout.likes_count}
      thing={{ kind: 'workout', id: workout.id }}
      member={member}
      busy={liking.isPending}
      error={liking.error}
      size="md"
      onLike={(like) => liking.mutate({ id: workout.id, like })}
    />
  )
}
