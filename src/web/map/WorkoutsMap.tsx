import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LatLngBounds } from 'leaflet'
import { latLngBounds } from 'leaflet'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { sportsQuery } from '@/web/api/accounts/sports'
import type { WorkoutFilters } from '@/web/api/workouts/workout-filters'
import { getSportStyle } from '@/web/components/people/sport-styles'
import type { HeatMapView } from './create-heat-map'
import { HeatMap } from './HeatMap'
import { LineCard } from './LineCard'
import type { LineNames } from './lines/decode-lines'
import {
  linesInViewQuery,
  type MapLines,
  type MapView,
  mapLinesQuery,
} from './lines/map-lines-query'
import { MapSkeleton } from './MapSkeleton'
import type { DrawnTiles } from './tiles/draw-tiles'

/** Zoom levels for which the server has lines, and the bits of their coordinates minus these. */
const LEVELS = [10, 12, 15]
const BITS_OF_PIXELS = 8
/** Share of the view by which the requested part of the map is larger on each side. */
const MARGIN = 0.6

/**
 * A map with the lines of workouts, brighter where there are more of them. When it is zoomed in, more precise lines of
 * the part in view are loaded. A card describes the line under the pointer, or the one that was clicked.
 */
export function WorkoutsMap({
  data,
  filters,
  mask,
  highlighted,
  tiles,
  full = false,
  onView,
  children,
}: {
  data: MapLines
  filters: WorkoutFilters
  /** Lines are drawn at positions where it is 1. */
  mask: Uint8Array
  /** The position of a line to highlight; by default, the one under the pointer or the chosen one. */
  highlighted?: number | undefined
  /** Visited tiles to draw below the lines. */
  tiles?: DrawnTiles | undefined
  full?: boolean
  onView?: (positions: readonly number[]) => void
  children?: ReactNode
}) {
  const { pointed, chosen, view, events } = useMapState(onView)
  const detail = useDetail(data, filters, view)
  const colors = useColors(data)
  const names = useLineNames(data)
  const config = useQuery(configQuery).data
  if (!config || !colors) return <MapSkeleton />
  const described = [pointed, chosen].find((at) => at !== undefined && mask[at] === 1)
  return (
    <HeatMap
      overview={data.lines}
      colors={colors}
      mask={mask}
      detail={detail}
      highlighted={highlighted ?? described}
      tiles={tiles}
      source={config}
      events={events}
      full={full}
    >
      {described !== undefined && (
        <LineCard
          data={data}
          position={described}
          names={names}
          onClose={described === chosen ? () => events.onChoose(undefined) : undefined}
        />
      )}
      {children}
    </HeatMap>
  )
}

/** What the user points at, has chosen, and sees, with the callbacks of the map that change it. */
function useMapState(onView: ((positions: readonly number[]) => void) | undefined) {
  const [pointed, setPointed] = useState<number>()
  const [chosen, setChosen] = useState<number>()
  const [view, setView] = useState<HeatMapView>()
  const latestView = useRef(onView)
  latestView.current = onView
  const events = useMemo(
    () => ({
      onPoint: setPointed,
      onChoose: setChosen,
      onView: (next: HeatMapView) => {
        setView(next)
        latestView.current?.(next.positions)
      },
    }),
    [],
  )
  return { pointed, chosen, view, events }
}

/** The colours of the sports of lines; undefined until the sports are loaded. */
function useColors({ sportIds }: MapLines): readonly string[] | undefined {
  const { data: sports } = useQuery(sportsQuery)
  return useMemo(() => {
    if (!sports) return undefined
    const own = new Map(sports.map(({ id, color }) => [id, color]))
    const known = new Map<number, string>()
    return Array.from(sportIds, (id) => {
      const color = known.get(id) ?? getSportStyle(id, own.get(id)).color
      known.set(id, color)
      return color
    })
  }, [sports, sportIds])
}

/** The names of lines; undefined until they have arrived. */
export function useLineNames({ names }: MapLines): LineNames | undefined {
  const [known, setKnown] = useState<{ of: MapLines['names']; names: LineNames }>()
  useEffect(() => {
    names.then((arrived) => setKnown({ of: names, names: arrived })).catch(() => undefined)
  }, [names])
  return known?.of === names ? known.names : undefined
}

/** More precise lines of the part of the map in view, when the zoom level requires them. */
function useDetail(data: MapLines, filters: WorkoutFilters, view: HeatMapView | undefined) {
  const requested = useRef<MapView>(undefined)
  const wanted = view && chooseView(view, data.lines.bits, requested.current)
  requested.current = wanted
  const { data: loaded } = useQuery(linesInViewQuery(filters, wanted))
  const isOutdated = loaded !== undefined && loaded.set !== data.set
  const client = useQueryClient()
  useEffect(() => {
    // Workouts were added or deleted in the meantime.
    if (isOutdated) void client.invalidateQueries({ queryKey: mapLinesQuery(filters).queryKey })
  }, [isOutdated, client, filters])
  return useMemo(
    () =>
      loaded && !isOutdated ? { lines: loaded.lines, bounds: toBounds(loaded.view) } : undefined,
    [loaded, isOutdated],
  )
}

const toBounds = ({ south, west, north, east }: MapView): LatLngBounds =>
  latLngBounds([south, west], [north, east])

/**
 * Returns the part of the map to request: the previous one if it still suffices, undefined if the overview does. For
 * screens with several physical pixels per pixel, it is as precise as the next zoom level.
 */
function chooseView(
  { bounds, zoom }: HeatMapView,
  bits: number,
  previous: MapView | undefined,
): MapView | undefined {
  const level = LEVELS.find((each) => each > zoom) ?? LEVELS.at(-1) ?? 0
  if (level + BITS_OF_PIXELS <= bits) return undefined
  if (previous?.zoom === level && toBounds(previous).contains(bounds)) return previous
  const larger = bounds.pad(MARGIN)
  return {
    south: Math.max(larger.getSouth(), -90),
    west: Math.max(larger.getWest(), -180),
    north: Math.min(larger.getNorth(), 90),
    east: Math.min(larger.getEast(), 180),
    zoom: level,
  }
}
