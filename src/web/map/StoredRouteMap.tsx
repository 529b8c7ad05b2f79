import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { geometryQuery } from '@/web/api/workouts/workouts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { LinesMap } from './LineMap'
import { MapSkeleton } from './MapSkeleton'

/** A map with the track of a workout, without charts. */
export function StoredRouteMap({
  workoutId,
  sportId,
  placeholder,
}: {
  workoutId: string
  sportId: number
  /** Shown until the track has loaded, and if it cannot be; by default a skeleton, and the error. */
  placeholder?: ReactNode
}) {
  const lines = useQuery(geometryQuery(workoutId))
  if (lines.error && !placeholder) return <LoadError queries={[lines]} />
  if (!lines.data) return placeholder ?? <MapSkeleton />
  return <LinesMap lines={lines.data} sportId={sportId} placeholder={placeholder} />
}
