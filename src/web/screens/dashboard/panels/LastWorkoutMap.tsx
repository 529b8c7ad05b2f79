import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { geometryQuery, type ListedWorkout } from '@/web/api/workouts/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { RouteMap } from '@/web/map/RouteMap'
import { useSport } from '@/web/state/sports'

const NO_PLACES: never[] = []

/** The map of the latest workout. */
export function LastWorkoutMap({
  workout: { id, sport_id },
  drawing,
}: {
  workout: ListedWorkout
  /** Shown until the track has loaded. */
  drawing: ReactNode
}) {
  const [link] = useState(createTrackLink)
  const { data: lines } = useQuery(geometryQuery(id))
  const { data: config } = useQuery(configQuery)
  const sport = useSport(sport_id)
  if (!lines || !config) return drawing
  return (
    <RouteMap
      lines={lines}
      places={NO_PLACES}
      attribution={config.map_attribution}
      color={getSportStyle(sport_id, sport?.color).color}
      painted={null}
      link={link}
    />
  )
}
