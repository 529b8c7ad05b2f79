import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { likeWorkout } from '@/web/api/accounts/comments'
import { reactionsQuery } from '@/web/api/workouts/timeline'

/** The likes and comment counts of the workouts of a page, with a mutation to like one of them. */
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

/** The mutation that likes a workout. */
export type Liking = ReturnType<typeof useReactions>['like']
/** The likes and comment count of a workout. */
export type Reactions = NonNullable<ReturnType<ReturnType<typeof useReactions>['reactions']['get']>>
