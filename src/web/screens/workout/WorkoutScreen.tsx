import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { isNotFound } from '@/web/api/api-error'
import { workoutQuery } from '@/web/api/workouts'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { WorkoutSkeleton } from './WorkoutSkeleton'
import { WorkoutView } from './WorkoutView'

const route = getRouteApi('/workouts/$workoutId')

/** One workout: its way, its charts, its numbers. */
export function WorkoutScreen() {
  const { workoutId } = route.useParams()
  const { data, error, refetch } = useQuery(workoutQuery(workoutId))
  // Drawn a few milliseconds at a time, where at once would keep the page from answering.
  const workout = useDeferredValue(data)
  if (workout) return <WorkoutView key={workout.id} workout={workout} />
  if (isNotFound(error)) return <NotFoundScreen />
  if (error) return <ErrorPanel whole error={error} onRetry={refetch} />
  return <WorkoutSkeleton />
}
