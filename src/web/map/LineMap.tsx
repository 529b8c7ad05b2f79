import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { createTrackLink } from '@/web/charts/cursor'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { useSport } from '@/web/state/sports'
import { MapSkeleton } from './MapSkeleton'
import { RouteMap } from './RouteMap'
import type { Line } from './route-lines'

const NO_PLACES: never[] = []

/** A map with one line, such as a segment or a saved course. */
export function LineMap({ line, sportId }: { line: Line; sportId: number }) {
  const lines = useMemo(() => [line], [line])
  return <LinesMap lines={lines} sportId={sportId} />
}

/** A map with lines in the colour of a sport, without charts. */
export function LinesMap({
  lines,
  sportId,
  placeholder = <MapSkeleton />,
}: {
  /** The map is created again when they change. */
  lines: readonly Line[]
  sportId: number
  /** Shown until the configuration of the server has loaded. */
  placeholder?: ReactNode
}) {
  const [link] = useState(createTrackLink)
  const { data: config } = useQuery(configQuery)
  const sport = useSport(sportId)
  if (!config) return placeholder
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
