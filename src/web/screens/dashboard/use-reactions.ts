import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { likeWorkout } from '@/web/api/comments'
import { reactionsQuery } from '@/web/api/timeline'

/** What people made of the workouts of a page, and the way to like one of them. */
export function useReactions(ids: readonly string[]) {
  const client = useQueryClient()
  const query = reactionsQuery(ids)
  const { data } = useQuery({ ...query, enabled: ids.length > 0 })
  const like = useMutation({
    mutationFn: likeWorkout,
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  })
  return { reactions: new Map(data?.map((one) => [one.workout_id, one])), like }
}

/** The way to like a workout. */
export type Liking = ReturnType<typeof useReactions>['like']
/** What people made of a workout. */
export type Reactions = NonNullable<ReturnType<ReturnType<typeof useReactions>['reactions']['get']>>
