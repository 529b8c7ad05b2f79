import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { geometryQuery } from '@/web/api/workouts/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { LoadError } from '@/web/components/feedback/LoadError'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { useSport } from '@/web/state/sports'
import { MapSkeleton } from './MapSkeleton'
import { RouteMap } from './RouteMap'

const NO_PLACES: never[] = []

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
  const [link] = useState(createTrackLink)
  const lines = useQuery(geometryQuery(workoutId))
  const { data: config } = useQuery(configQuery)
  const sport = useSport(sportId)
  if (lines.error && !placeholder) return <LoadError queries={[lines]} />
  if (!lines.data || !config) return placeholder ?? <MapSkeleton />
  return (
    <RouteMap
      lines={lines.data}
      places={NO_PLACES}
      source={config}
      color={getSportStyle(sportId, sport?.color).color}
      painted={null}
      link={link}
    />
  )
}
