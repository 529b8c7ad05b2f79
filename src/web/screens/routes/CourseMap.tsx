import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { geometryQuery } from '@/web/api/workouts/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { LoadError } from '@/web/components/feedback/LoadError'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { RouteMap } from '@/web/map/RouteMap'
import { useSport } from '@/web/state/sports'

const NO_PLACES: never[] = []

/** The shape of a course, drawn from one of its workouts. */
export function CourseMap({ workoutId, sportId }: { workoutId: string; sportId: number }) {
  const [link] = useState(createTrackLink)
  const lines = useQuery(geometryQuery(workoutId))
  const config = useQuery(configQuery)
  const sport = useSport(sportId)
  if (lines.error) return <LoadError queries={[lines]} />
  if (!lines.data || !config.data) return <MapSkeleton />
  return (
    <RouteMap
      lines={lines.data}
      places={NO_PLACES}
      attribution={config.data.map_attribution}
      color={getSportStyle(sportId, sport?.color).color}
      painted={null}
      link={link}
    />
  )
}
