import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Workout } from '@/web/api/workouts/workouts'
import type { Interval, TrackLink } from '@/web/charts/cursor'
import { measureInterval } from '@/web/charts/interval-totals'
import { SelectionSliders } from '@/web/charts/SelectionSliders'
import { type Axis, getAxisValues } from '@/web/charts/series'
import { formatPosition } from '@/web/charts/series-text'
import type { Track } from '@/web/charts/track'
import { useObserved } from '@/web/charts/use-observed'
import { QuantityList } from '@/web/components/numbers/QuantityList'
import { getCadenceUnit } from '@/web/format/cadence'
import { formatClock } from '@/web/format/duration'
import { formatCount, formatHeight } from '@/web/format/quantity'
import { getSpeedFormat } from '@/web/format/speed'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { CreateSegment } from '@/web/screens/workout/segments/CreateSegment'
import type { Fact } from '@/web/screens/workout/workout-numbers'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import classes from './SelectionPanel.module.css'

const SECONDS_PER_HOUR = 3600

/** The numbers of a selection, named like those of the whole workout; omits values that were not measured. */
function selectionFacts(
  track: Track,
  selection: Interval,
  { workout, preferences }: { workout: Workout; preferences: Preferences },
): Fact[] {
  const { distance, elapsed, moving, ascent, descent, hr, cadence, power } = measureInterval(
    track,
    selection,
  )
  const travelled = distance !== null && distance > 0 && moving > 0 ? distance : null
  const measure = getSpeedFormat(workout, preferences)
  const clock = (seconds: number) => ({ value: formatClock(seconds), unit: '' })
  const facts: (Fact | false)[] = [
    distance !== null && {
      label: 'stat.distance',
      quantity: formatSportDistance(distance, workout.sport_id, preferences),
    },
    { label: 'stat.duration', quantity: clock(elapsed) },
    travelled !== null && { label: 'stat.moving', quantity: clock(moving) },
    travelled !== null && {
      label: measure.average,
      quantity: measure.format((travelled / moving) * SECONDS_PER_HOUR),
    },
    preferences.showAscent &&
      ascent !== null && { label: 'stat.ascent', quantity: formatHeight(ascent, preferences) },
    preferences.showAscent &&
      descent !== null && { label: 'stat.descent', quantity: formatHeight(descent, preferences) },
    hr !== null && { label: 'series.hr', quantity: formatCount(hr, t('unit.bpm'), preferences) },
    cadence !== null && {
      label: 'series.cadence',
      quantity: formatCount(cadence, getCadenceUnit(workout.sport_id), preferences),
    },
    power !== null && {
      label: 'series.power',
      quantity: formatCount(power, t('unit.w'), preferences),
    },
  ]
  return facts.filter((fact) => fact !== false)
}

/** The totals of the selected interval, sliders for its ends, and buttons to zoom in and out. */
export function SelectionPanel({
  track,
  workout,
  axis,
  link,
  hasCharts = true,
}: {
  track: Track
  workout: Workout
  axis: Axis
  link: TrackLink
  /** Whether there are charts to zoom in. */
  hasCharts?: boolean
}) {
  const { selection, zoom } = link
  const preferences = usePreferences()
  const selected = useObserved(selection)
  const zoomed = useObserved(zoom)
  const { units } = preferences
  const { sport_id: sportId } = workout
  const xs = useMemo(
    () => getAxisValues(track, axis, { units, sportId }),
    [track, axis, units, sportId],
  )
  const facts = selected ? selectionFacts(track, selected, { workout, preferences }) : []
  if (!selected && !zoomed) return null
  const describe = (index: number) => {
    const point = track.points[index]
    const distance = point?.distance === null ? null : (track.distances[index] ?? null)
    return point ? formatPosition({ ...point, distance }, { ...preferences, sportId }) : ''
  }
  return (
    <section className={classes.panel} aria-label={t('stretch.title')}>
      <QuantityList
        quantities={facts.map(({ label, quantity }) => [label, quantity])}
        className={classes.facts}
      />
      <div className={classes.tools}>
        <SelectionSliders
          xs={xs}
          selection={selection}
          className={classes.end}
          describe={describe}
        />
        <SelectionButtons link={link} hasCharts={hasCharts} />
        {selected && <CreateSegment workout={workout} track={track} selected={selected} />}
      </div>
    </section>
  )
}

function SelectionButtons({
  link: { selection, zoom },
  hasCharts,
}: {
  link: TrackLink
  hasCharts: boolean
}) {
  const selected = useObserved(selection)
  return (
    <div className={classes.buttons}>
      {selected && hasCharts && (
        <Button variant="default" size="sm" onClick={() => zoom.set(selected)}>
          {t('stretch.zoom')}
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        onClick={() => {
          selection.set(null)
          zoom.set(null)
        }}
      >
        {t('stretch.whole')}
      </Button>
    </div>
  )
}
