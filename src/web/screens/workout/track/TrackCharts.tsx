import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { distanceOf } from '@/domain/reference/sport-distance'
import { isSwimming } from '@/domain/reference/swimming'
import type { Workout } from '@/web/api/workouts/workouts'
import { ChartSkeleton } from '@/web/charts/ChartSkeleton'
import { ChartStack } from '@/web/charts/ChartStack'
import type { TrackLink } from '@/web/charts/cursor'
import type { Axis, Marks } from '@/web/charts/series'
import { formatPosition, type SeriesPreferences } from '@/web/charts/series-text'
import { SMOOTHINGS, type Smoothing } from '@/web/charts/smooth'
import { hasDistance, type Track } from '@/web/charts/track'
import { useObserved } from '@/web/charts/use-observed'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { Deferred } from '@/web/components/loading/Deferred'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { parseDuration } from '@/web/format/duration'
import { toPace, toSpeed, toSwimPaceFromSpeed, type UnitSystem } from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'
import { StreamCharts } from '@/web/screens/workout/streams/StreamCharts'
import { StreamPicker } from '@/web/screens/workout/streams/StreamPicker'
import type { StreamName } from '@/web/screens/workout/streams/stream-text'
import { usePreferences } from '@/web/state/preferences'
import { SelectionPanel } from './SelectionPanel'
import classes from './TrackCharts.module.css'

const NO_STREAMS: readonly StreamName[] = []

const SMOOTHING_NAMES: Readonly<Record<Smoothing, TextKey>> = {
  none: 'chart.smoothNone',
  light: 'chart.smoothLight',
  strong: 'chart.smoothStrong',
}

const SMOOTHING_KEYS = Object.keys(SMOOTHINGS) as Smoothing[]

/** The charts with display options, the position of the cursor, and the selection. */
export function TrackCharts({
  workout,
  track,
  charts,
  link,
}: {
  workout: Workout
  track: Track | undefined
  /** Number of placeholders for charts while the points load. */
  charts: number
  link: TrackLink
}) {
  // On the axis of distances, rests at the wall of a pool have no width.
  const [chosen, setAxis] = useState<Axis>(workout.pool_unit ? 'time' : 'distance')
  const [smoothing, setSmoothing] = useState<Smoothing>('light')
  // Without distances, time is the only possible axis.
  const [streams, chooseStreams] = useState<readonly StreamName[]>(NO_STREAMS)
  const placed =
    distanceOf(workout.sport_id) !== 'never' && (track === undefined || hasDistance(track))
  const axis = placed ? chosen : 'time'
  const preferences = usePreferences()
  const marks = useMemo(() => getMarks(workout, preferences.units), [workout, preferences.units])
  const settings = useMemo(
    () => ({
      ...{ axis, smoothing, marks },
      preferences: { ...preferences, sportId: workout.sport_id },
    }),
    [axis, smoothing, marks, preferences, workout.sport_id],
  )
  return (
    <section className={classes.panel} data-part="charts" aria-label={t('chart.label')}>
      <div className={classes.bar}>
        {placed && <AxisControl axis={axis} onChange={setAxis} />}
        <SmoothingSelect value={smoothing} onChange={setSmoothing} />
        <StreamPicker workout={workout} chosen={streams} onChoose={chooseStreams} />
        {track && <CursorPlace track={track} link={link} preferences={settings.preferences} />}
      </div>
      {track ? (
        <>
          <Deferred placeholder={<ChartSkeleton charts={charts} />}>
            <ChartStack track={track} settings={settings} link={link} />
            {streams.length > 0 && (
              <StreamCharts
                workoutId={workout.id}
                track={track}
                chosen={streams}
                settings={settings}
                link={link}
              />
            )}
          </Deferred>
          <SelectionPanel track={track} workout={workout} axis={axis} link={link} />
        </>
      ) : (
        <ChartSkeleton charts={charts} />
      )}
    </section>
  )
}

/** The maxima in the numbers of a workout, in the reader's units. */
function getMarks(
  { sport_id: sportId, max_speed: speed, best_pace }: Workout,
  units: UnitSystem,
): Marks {
  if (isSwimming(sportId)) {
    const fastest = toSwimPaceFromSpeed(speed ?? 0, units)
    return fastest === null ? {} : { pace: fastest }
  }
  const pace = parseDuration(best_pace)
  return {
    ...(speed !== null && { speed: toSpeed(speed, units) }),
    ...(pace !== null && { pace: toPace(pace, units) }),
  }
}

function CursorPlace({
  track: { points, distances },
  link: { cursor, selection },
  preferences,
}: {
  track: Track
  link: TrackLink
  preferences: SeriesPreferences
}) {
  const index = useObserved(cursor)
  const selected = useObserved(selection)
  const point = index === null ? undefined : points[index]
  if (point) {
    const distance = point.distance === null ? null : (distances[index ?? 0] ?? null)
    return (
      <span className={classes.place}>{formatPosition({ ...point, distance }, preferences)}</span>
    )
  }
  if (selected) return null
  return (
    <span className={classes.hint}>
      <span>{t('chart.hint')}</span>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => selection.set({ from: 0, to: points.length - 1 })}
      >
        {t('stretch.select')}
      </Button>
    </span>
  )
}

function AxisControl({ axis, onChange }: { axis: Axis; onChange: (axis: Axis) => void }) {
  return (
    <SegmentedControl
      value={axis}
      onChange={onChange}
      label={t('chart.axis')}
      data={[
        { value: 'distance', label: t('chart.byDistance') },
        { value: 'time', label: t('chart.byTime') },
      ]}
    />
  )
}

function SmoothingSelect({
  value,
  onChange,
}: {
  value: Smoothing
  onChange: (smoothing: Smoothing) => void
}) {
  return (
    <NativeSelect
      isLabelHidden
      label={t('chart.smoothing')}
      value={value}
      onChange={(name) => onChange(SMOOTHING_KEYS.find((key) => key === name) ?? 'light')}
    >
      {renderOptions(SMOOTHING_KEYS.map((key) => ({ value: key, label: t(SMOOTHING_NAMES[key]) })))}
    </NativeSelect>
  )
}
