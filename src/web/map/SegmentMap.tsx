import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { createTrackLink } from '@/web/charts/cursor'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { useSport } from '@/web/state/sports'
import { MapSkeleton } from './MapSkeleton'
import { RouteMap } from './RouteMap'
import type { Line } from './route-lines'

const NO_PLACES: never[] = []

/** A map with the line of a segment. */
export function SegmentMap({ line, sportId }: { line: Line; sportId: number }) {
  const [link] = useState(createTrackLink)
  const lines = useMemo(() => [line], [line])
  const { data: config } = useQuery(configQuery)
  const sport = useSport(sportId)
  if (!config) return <MapSkeleton />
  return (
    <RouteMap
      lines={lines}
      places={NO_PLACES}
      source={config}
      color={getSportStyle(sportId, sport?.color).color}
      painted={null}
      link={link}
    />
  )
}
