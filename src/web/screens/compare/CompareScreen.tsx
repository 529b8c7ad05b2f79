import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { MAX_COMPARED, MIN_COMPARED } from '@/web/api/workouts/compare-limits'
import { type Comparison, comparisonQuery } from '@/web/api/workouts/comparison'
import { ChartSkeleton } from '@/web/charts/ChartSkeleton'
import { type Cursor, createCursor } from '@/web/charts/cursor'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { Page } from '@/web/components/page/Page'
import { formatDate } from '@/web/format/dates'
import { getDistanceScale } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { ComparisonMap } from '@/web/map/ComparisonMap'
import type { ComparedTrack } from '@/web/map/create-comparison-map'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { usePreferences } from '@/web/state/preferences'
import classes from './Compare.module.css'
import { type ChartPreferences, ComparedCharts } from './ComparedCharts'
import { ComparedNumbers } from './ComparedNumbers'
import { ComparedTimes } from './ComparedTimes'
import { alignTimes, getLabel, placeAt, WORKOUT_COLORS } from './compared-series'

const route = getRouteApi('/member/workouts/compare')

/** Number of placeholders for charts while they load. */
const CHARTS = 4

/** Compares workouts: numbers, map, charts and the time gap between them. */
export function CompareScreen() {
  const { ids = '' } = route.useSearch()
  const wanted = ids.split(',').filter((id) => id !== '')
  const isPossible = wanted.length >= MIN_COMPARED && wanted.length <= MAX_COMPARED
  const { data, error, refetch } = useQuery({
    ...comparisonQuery(wanted),
    enabled: isPossible,
    // Keeps showing the previous comparison while that with another reference loads.
    placeholderData: keepPreviousData,
  })
  return (
    <Page wide title={t('compare.title')} lead={t('compare.lead')}>
      {!isPossible && <p>{t('compare.choose')}</p>}
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {isPossible && !data && !error && (
        <div className={classes.screen}>
          <MapSkeleton />
          <ChartSkeleton charts={CHARTS} />
        </div>
      )}
      {isPossible && data && <ComparisonView comparison={data} ids={wanted} />}
    </Page>
  )
}

function ComparisonView({ comparison, ids }: { comparison: Comparison; ids: readonly string[] }) {
  const preferences = useSeriesPreferences(comparison)
  const { units, sportId } = preferences
  const [cursor] = useState(createCursor)
  const xs = useMemo(
    () => comparison.distance.map(getDistanceScale(sportId, units).fromKilometres),
    [comparison, sportId, units],
  )
  const { workouts } = comparison
  const apart = workouts.some(({ at_places }) => !at_places)
  return (
    <div className={classes.screen}>
      <ReferenceChoice comparison={comparison} ids={ids} />
      <ComparedMap comparison={comparison} cursor={cursor} />
      {apart && xs.length > 0 && <p className={classes.note}>{t('compare.apart')}</p>}
      {xs.length > 1 && (
        <ComparedCharts comparison={comparison} xs={xs} cursor={cursor} preferences={preferences} />
      )}
      <ComparedNumbers workouts={workouts} />
      <ComparedTimes workouts={workouts} xs={xs} preferences={preferences} />
    </div>
  )
}

/**
 * The reader's preferences with the sport of the first workout, which determines the units of cadence, distance and
 * pace.
 */
function useSeriesPreferences({ workouts: [first] }: Comparison): ChartPreferences {
  const preferences = usePreferences()
  const sportId = first?.workout.sport_id
  return useMemo(() => ({ ...preferences, sportId }), [preferences, sportId])
}

/** Chooses the reference workout. */
function ReferenceChoice({ comparison, ids }: { comparison: Comparison; ids: readonly string[] }) {
  const navigate = useNavigate()
  const preferences = usePreferences()
  const options = comparison.workouts.map(({ workout }, index) => ({
    value: workout.id,
    label: `${getLabel(index)} · ${workout.title || t('workout.untitled')}, ${formatDate(new Date(workout.workout_date), preferences)}`,
  }))
  return (
    <div className={classes.tools}>
      <NativeSelect
        label={t('compare.reference')}
        value={ids[0] ?? ''}
        onChange={(id) =>
          void navigate({
            to: '/workouts/compare',
            search: { ids: [id, ...ids.filter((other) => other !== id)].join() },
            replace: true,
          })
        }
      >
        {renderOptions(options)}
      </NativeSelect>
    </div>
  )
}

const DOTS = { time: 'compare.sameTime', place: 'compare.samePlace' } as const

type Dots = keyof typeof DOTS

const DOT_CHOICES = Object.keys(DOTS) as Dots[]

/**
 * The tracks of the workouts whose maps are visible, with the position of each at the time or distance of the cursor.
 */
function ComparedMap({ comparison, cursor }: { comparison: Comparison; cursor: Cursor }) {
  const config = useQuery(configQuery)
  const [dots, choose] = useState<Dots>('time')
  const ways = useMemo(() => listTracks(comparison, dots), [comparison, dots])
  if (ways.length === 0) return null
  return (
    <section className={classes.map}>
      {config.isPending ? (
        <MapSkeleton />
      ) : (
        <ComparisonMap tracks={ways} source={config.data} cursor={cursor} />
      )}
      <div className={classes.dots}>
        <span aria-hidden="true">{t('compare.dots')}</span>
        <SegmentedControl
          label={t('compare.dots')}
          value={dots}
          onChange={choose}
          data={DOT_CHOICES.map((value) => ({ value, label: t(DOTS[value]) }))}
        />
      </div>
    </section>
  )
}

function listTracks({ distance, workouts }: Comparison, dots: Dots): ComparedTrack[] {
  const [first] = workouts
  return workouts.flatMap((compared, index) => {
    const { line, travelled } = compared
    if (!line || !first) return []
    const isTimed = dots === 'time' && index > 0 && first.elapsed !== null
    const at = isTimed ? alignTimes(first, compared) : travelled
    return {
      label: getLabel(index),
      color: WORKOUT_COLORS[index] ?? '',
      line: line.latitude.map((lat, i): [number, number] => [lat, line.longitude[i] ?? 0]),
      places: distance.map((_, i) => placeAt(compared, at?.[i])),
    }
  })
}
