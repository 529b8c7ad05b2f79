import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { configQuery } from '@/web/api/config'
import { type Comparison, comparisonQuery, LEAST_COMPARED, MOST_COMPARED } from '@/web/api/routes'
import { ChartSkeleton } from '@/web/charts/ChartSkeleton'
import { type Cursor, createCursor } from '@/web/charts/cursor'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { PlainSelect, plainOptions } from '@/web/components/PlainSelect'
import { Segments } from '@/web/components/Segments'
import { formatDate } from '@/web/format/dates'
import { distanceScale } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { ComparisonMap } from '@/web/map/ComparisonMap'
import type { ComparedWay } from '@/web/map/create-comparison-map'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { usePreferences } from '@/web/state/preferences'
import classes from './Compare.module.css'
import { type ChartPreferences, ComparedCharts } from './ComparedCharts'
import { ComparedNumbers } from './ComparedNumbers'
import { ComparedTimes } from './ComparedTimes'
import { letterOf, momentsOf, placeAt, WORKOUT_COLORS } from './compared-series'

const route = getRouteApi('/member/workouts/compare')

/** How many charts to expect while they load. */
const CHARTS = 4

/** Workouts beside each other: numbers, map, charts and the gap between them. */
export function CompareScreen() {
  const { ids = '' } = route.useSearch()
  const wanted = ids.split(',').filter((id) => id !== '')
  const isPossible = wanted.length >= LEAST_COMPARED && wanted.length <= MOST_COMPARED
  const { data, error, refetch } = useQuery({
    ...comparisonQuery(wanted),
    enabled: isPossible,
    // Who chooses another workout to hold the others against stays where they are.
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
      {isPossible && data && <Compared comparison={data} ids={wanted} />}
    </Page>
  )
}

function Compared({ comparison, ids }: { comparison: Comparison; ids: readonly string[] }) {
  const preferences = useSeriesPreferences(comparison)
  const { units, sportId } = preferences
  const [cursor] = useState(createCursor)
  const xs = useMemo(
    () => comparison.distance.map(distanceScale(sportId, units).toShown),
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

/** The reader's wishes, and the sport of the first workout, by which cadence, distance and pace have their units. */
function useSeriesPreferences({ workouts: [first] }: Comparison): ChartPreferences {
  const preferences = usePreferences()
  const sportId = first?.workout.sport_id
  return useMemo(() => ({ ...preferences, sportId }), [preferences, sportId])
}

/** The workout that the others are held against. */
function ReferenceChoice({ comparison, ids }: { comparison: Comparison; ids: readonly string[] }) {
  const navigate = useNavigate()
  const preferences = usePreferences()
  const options = comparison.workouts.map(({ workout }, index) => ({
    value: workout.id,
    label: `${letterOf(index)} · ${workout.title || t('workout.untitled')}, ${formatDate(new Date(workout.workout_date), preferences)}`,
  }))
  return (
    <div className={classes.tools}>
      <PlainSelect
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
        {plainOptions(options)}
      </PlainSelect>
    </div>
  )
}

const DOTS = { time: 'compare.sameTime', place: 'compare.samePlace' } as const

type Dots = keyof typeof DOTS

const DOT_CHOICES = Object.keys(DOTS) as Dots[]

/** The lines of those workouts whose maps may be seen, and where each was at the time or the place of the cursor. */
function ComparedMap({ comparison, cursor }: { comparison: Comparison; cursor: Cursor }) {
  const config = useQuery(configQuery)
  const [dots, choose] = useState<Dots>('time')
  const ways = useMemo(() => waysOf(comparison, dots), [comparison, dots])
  if (ways.length === 0) return null
  return (
    <section className={classes.map}>
      {config.isPending ? (
        <MapSkeleton />
      ) : (
        <ComparisonMap
          ways={ways}
          attribution={config.data?.map_attribution ?? ''}
          cursor={cursor}
        />
      )}
      <div className={classes.dots}>
        <span aria-hidden="true">{t('compare.dots')}</span>
        <Segments
          label={t('compare.dots')}
          value={dots}
          onChange={choose}
          data={DOT_CHOICES.map((value) => ({ value, label: t(DOTS[value]) }))}
        />
      </div>
    </section>
  )
}

function waysOf({ distance, workouts }: Comparison, dots: Dots): ComparedWay[] {
  const [first] = workouts
  return workouts.flatMap((compared, index) => {
    const { line, travelled } = compared
    if (!line || !first) return []
    const isTimed = dots === 'time' && index > 0 && first.elapsed !== null
    const at = isTimed ? momentsOf(first, compared) : travelled
    return {
      letter: letterOf(index),
      color: WORKOUT_COLORS[index] ?? '',
      line: line.latitude.map((lat, i): [number, number] => [lat, line.longitude[i] ?? 0]),
      places: distance.map((_, i) => placeAt(compared, at?.[i])),
    }
  })
}
