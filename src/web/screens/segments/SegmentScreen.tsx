import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useEffect, useRef } from 'react'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { isNotFound } from '@/web/api/client/api-error'
import { refreshSegments } from '@/web/api/segments/edit-segments'
import { type RankedSegment, segmentQuery } from '@/web/api/segments/segments'
import { ElevationProfile } from '@/web/charts/plots/ElevationProfile'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Notice } from '@/web/components/feedback/Notice'
import { Figures } from '@/web/components/numbers/Figures'
import { MapWithFigures } from '@/web/components/numbers/MapWithFigures'
import { Page } from '@/web/components/page/Page'
import { formatClock } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { formatHeight, NO_VALUE, type Quantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { usePreferences } from '@/web/state/preferences'
import { Leaderboard } from './Leaderboard'
import { OwnTimes } from './OwnTimes'
import { SegmentTools } from './SegmentTools'

/** Loaded lazily: the code of the map is larger than the rest of the screen. */
const LineMap = lazy(async () => ({
  default: (await import('@/web/map/LineMap')).LineMap,
}))

const route = getRouteApi('/member/segments/$segmentId')

/** A segment: its line, its profile, the leaderboard and the user's own times. */
export function SegmentScreen() {
  const { segmentId } = route.useParams()
  const query = useQuery(segmentQuery(segmentId))
  const segment = query.data
  useNewTimes(segment)
  if (isNotFound(query.error)) return <NotFoundScreen />
  return (
    <Page
      wide
      title={segment?.name ?? t('ranked.segment')}
      actions={<Link to="/segments">{t('ranked.own')}</Link>}
    >
      <LoadError queries={[query]} />
      {segment && (
        <>
          {!segment.complete && <Notice>{t('ranked.matching')}</Notice>}
          {segment.is_hidden && <Notice>{t('ranked.hidden')}</Notice>}
          <MapWithFigures
            map={<LineMap line={segment.geojson.coordinates} sportId={segment.sport_id} />}
          >
            <SegmentFigures segment={segment} />
          </MapWithFigures>
          <SegmentProfile segment={segment} />
          <Leaderboard segment={segment} />
          <OwnTimes segment={segment} />
          {segment.is_own && <SegmentTools segment={segment} />}
        </>
      )}
    </Page>
  )
}

/** Loads the times again once workouts have been compared with a segment. */
function useNewTimes(segment: RankedSegment | undefined): void {
  const client = useQueryClient()
  const isPending = segment?.complete === false
  const wasPending = useRef(isPending)
  useEffect(() => {
    if (wasPending.current && !isPending) void refreshSegments(client)
    wasPending.current = isPending
  }, [isPending, client])
}

function SegmentFigures({ segment }: { segment: RankedSegment }) {
  const preferences = usePreferences()
  const { length, ascent, grade, best, sport_id: sportId } = segment
  const figures: [string, Quantity][] = [
    [t('stat.distance'), formatSportDistance(length / METRES_PER_KM, sportId, preferences)],
  ]
  if (ascent !== null) figures.push([t('stat.ascent'), formatHeight(ascent, preferences)])
  if (grade !== null)
    figures.push([
      t('ranked.grade'),
      { value: formatNumber(grade, 1, preferences.locale), unit: '%' },
    ])
  figures.push([
    t('ranked.ownBest'),
    { value: best === null ? NO_VALUE : formatClock(best), unit: '' },
  ])
  return <Figures label={t('workout.numbers')} figures={figures} />
}

/** The elevations, which are evenly spaced along the segment. */
function SegmentProfile({ segment }: { segment: RankedSegment }) {
  const { length, sport_id: sportId } = segment
  const elevations = segment.elevations ?? []
  const step = length / (elevations.length - 1)
  const points = elevations.map((elevation, index) => [index * step, elevation] as const)
  return <ElevationProfile points={points} sportId={sportId} />
}
