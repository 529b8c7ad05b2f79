import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { usePageTitle } from '@/web/components/loading/use-page-title'
import { whileShown } from '@/web/components/page/page-marks'
import { t } from '@/web/i18n/text'
import { type MapLines, mapLinesQuery } from '@/web/map/lines/map-lines-query'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import type { TileZoom } from '@/web/map/tiles/explorer-query'
import { useDrawnTiles } from '@/web/map/tiles/use-drawn-tiles'
import { useLineNames, WorkoutsMap } from '@/web/map/WorkoutsMap'
import { usePreferences } from '@/web/state/preferences'
import classes from './GlobalMapScreen.module.css'
import { LinesInView } from './LinesInView'
import { createMask, findYears, type LineFilter, readFilter, writeFilter } from './line-filter'
import { MapToolbar } from './MapToolbar'
import { TilesPanel } from './TilesPanel'

const route = getRouteApi('/member/map')

const ALL = {}
const TILE_ZOOMS = ['14', '17'] as const satisfies TileZoom[]

/** A map of everywhere the user has been: the lines of all workouts, filtered by year and sport in the browser. */
export function GlobalMapScreen() {
  usePageTitle(t('globalMap.title'))
  const { data, error, refetch } = useQuery(mapLinesQuery(ALL))
  return (
    <section className={classes.screen} ref={whileShown.full}>
      <h1 className={classes.title}>{t('globalMap.title')}</h1>
      {error && !data && <ErrorPanel error={error} onRetry={refetch} />}
      {data && data.undrawn > 0 && <DrawingNote data={data} />}
      {data && data.dates.length > 0 && <FilteredMap data={data} />}
      {data?.dates.length === 0 && data.undrawn === 0 && (
        <p className={classes.empty}>
          {t('globalMap.empty')} <Link to="/workouts/add">{t('nav.add')}</Link>
        </p>
      )}
      {!data && !error && <MapSkeleton />}
    </section>
  )
}

/** How many workouts are on the map while the server still makes lines of older ones. */
function DrawingNote({ data: { dates, undrawn } }: { data: MapLines }) {
  const count = dates.length
  return (
    <p className={classes.drawing}>{t('globalMap.drawing', { count, total: count + undrawn })}</p>
  )
}

function FilteredMap({ data }: { data: MapLines }) {
  const preferences = usePreferences()
  const years = useMemo(() => findYears(data.dates, preferences), [data.dates, preferences])
  const [filter, change] = useFilter(years)
  const [tileZoom, setTileZoom] = useTileZoom()
  const tiles = useDrawnTiles(tileZoom)
  const [opened, setOpened] = useState(false)
  const [inView, setInView] = useState<readonly number[]>([])
  const [listed, setListed] = useState<number>()
  const toggle = useRef<HTMLButtonElement>(null)
  const names = useLineNames(data)
  const mask = useMemo(
    () => createMask(filter, years, data.sportIds),
    [filter, years, data.sportIds],
  )
  return (
    <>
      <MapToolbar
        {...{ data, years, filter, inView, opened, toggle }}
        hasTiles={tileZoom !== undefined}
        onChange={change}
        onToggle={() => setOpened(!opened)}
        onToggleTiles={() => setTileZoom(tileZoom ? undefined : '14')}
      />
      <div className={classes.map} data-drawer={opened ? 'open' : undefined}>
        <WorkoutsMap
          data={data}
          filters={ALL}
          mask={mask}
          highlighted={listed}
          tiles={tiles}
          full
          // Low priority, so that the map moves smoothly while the list renders.
          onView={(positions) => startTransition(() => setInView(positions))}
        >
          {tileZoom && <TilesPanel zoom={tileZoom} onChange={setTileZoom} />}
          {opened && (
            <LinesInView
              data={data}
              names={names}
              positions={inView}
              onPoint={setListed}
              onClose={() => {
                setOpened(false)
                setListed(undefined)
                toggle.current?.focus()
              }}
            />
          )}
        </WorkoutsMap>
      </div>
    </>
  )
}

/**
 * The filter, which is stored in the URL. The map follows changes at once; the URL follows when the router is done with
 * previous changes.
 */
function useFilter(years: Uint16Array) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [filter, setFilter] = useState(() => readFilter(search, years))
  const written = useRef<string>(undefined)
  useEffect(() => {
    if (written.current === undefined) setFilter(readFilter(search, years))
    else if (written.current === JSON.stringify(search)) written.current = undefined
  }, [search, years])
  const change = (next: LineFilter) => {
    const params = { ...writeFilter(next, years), ...(search.tiles && { tiles: search.tiles }) }
    setFilter(next)
    if (JSON.stringify(params) === JSON.stringify(search)) return
    written.current = JSON.stringify(params)
    void navigate({ search: params, replace: true, resetScroll: false })
  }
  return [filter, change] as const
}

/** The zoom level of the visited tiles that are shown, which is stored in the URL; undefined for none. */
function useTileZoom() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const zoom = TILE_ZOOMS.find((each) => each === search.tiles)
  const change = (next: TileZoom | undefined) => {
    const { tiles: _, ...rest } = search
    const params = { ...rest, ...(next && { tiles: next }) }
    void navigate({ search: params, replace: true, resetScroll: false })
  }
  return [zoom, change] as const
}
