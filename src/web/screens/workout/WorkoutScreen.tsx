import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isNotFound } from '@/web/api/client/api-error'
import { workoutQuery } from '@/web/api/workouts/workouts'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { WorkoutSkeleton } from './WorkoutSkeleton'
import { WorkoutView } from './WorkoutView'

const route = getRouteApi('/workouts/$workoutId')

/** One workout: map, charts and numbers. */
export function WorkoutScreen() {
  const { workoutId } = route.useParams()
  const { data: workout, error, refetch } = useQuery(workoutQuery(workoutId))
  if (workout) return <WorkoutView key={workout.id} workout={workout} />
  if (isNotFound(error)) return <NotFoundScreen />
  if (error) return <ErrorPanel whole error={error} onRetry={refetch} />
  return <WorkoutSkeleton />
}
