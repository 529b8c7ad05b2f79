import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { isSwimming } from '@/reference/swimming'
import type { Workout } from '@/web/api/workouts'
import { ChartSkeleton } from '@/web/charts/ChartSkeleton'
import { ChartStack } from '@/web/charts/ChartStack'
import type { TrackLink } from '@/web/charts/cursor'
import type { Axis, Marks } from '@/web/charts/series'
import { placeOf, type SeriesPreferences } from '@/web/charts/series-text'
import { SMOOTHINGS, type Smoothing } from '@/web/charts/smooth'
import { isPlaced, type Track } from '@/web/charts/track'
import { useObserved } from '@/web/charts/use-observed'
import { Later } from '@/web/components/Later'
import { PlainSelect, plainOptions } from '@/web/components/PlainSelect'
import { Segments } from '@/web/components/Segments'
import { parseDuration } from '@/web/format/duration'
import { swimPaceAt, toPace, toSpeed, type UnitSystem } from '@/web/format/units'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { StretchPanel } from './StretchPanel'
import { StreamCharts } from './streams/StreamCharts'
import { StreamPicker } from './streams/StreamPicker'
import type { StreamName } from './streams/stream-text'
import classes from './TrackCharts.module.css'

const NO_STREAMS: readonly StreamName[] = []

const SMOOTHING_NAMES: Readonly<Record<Smoothing, TextKey>> = {
  none: 'chart.smoothNone',
  light: 'chart.smoothLight',
  strong: 'chart.smoothStrong',
}

const SMOOTHING_KEYS = Object.keys(SMOOTHINGS) as Smoothing[]

/** The charts with the choice of how they are drawn, the place of the cursor, and the selected stretch. */
export function TrackCharts({
  workout,
  track,
  charts,
  link,
}: {
  workout: Workout
  track: Track | undefined
  /** How many charts to expect while the points load. */
  charts: number
  link: TrackLink
}) {
  const [chosen, setAxis] = useState<Axis>('distance')
  const [smoothing, setSmoothing] = useState<Smoothing>('light')
  // Where nobody got from place to place there is only time to go by.
  const [streams, chooseStreams] = useState<readonly StreamName[]>(NO_STREAMS)
  const placed = track === undefined || isPlaced(track)
  const axis = placed ? chosen : 'time'
  const preferences = usePreferences()
  const marks = useMemo(() => marksOf(workout, preferences.units), [workout, preferences.units])
  const wishes = useMemo(
    () => ({
      ...{ axis, smoothing, marks },
      preferences: { ...preferences, sportId: workout.sport_id },
    }),
    [axis, smoothing, marks, preferences, workout.sport_id],
  )
  return (
    <section className={classes.panel} data-part="charts" aria-label={t('chart.label')}>
      <div className={classes.bar}>
        {placed && (
          <Segments
            value={axis}
            onChange={setAxis}
            label={t('chart.axis')}
            data={[
              { value: 'distance', label: t('chart.byDistance') },
              { value: 'time', label: t('chart.byTime') },
            ]}
          />
        )}
        <PlainSelect
          bare
          label={t('chart.smoothing')}
          value={smoothing}
          onChange={(value) => setSmoothing(SMOOTHING_KEYS.find((key) => key === value) ?? 'light')}
        >
          {plainOptions(
            SMOOTHING_KEYS.map((value) => ({ value, label: t(SMOOTHING_NAMES[value]) })),
          )}
        </PlainSelect>
        <StreamPicker workout={workout} chosen={streams} onChoose={chooseStreams} />
        {track && <CursorPlace track={track} link={link} preferences={wishes.preferences} />}
      </div>
      {track ? (
        <>
          <Later placeholder={<ChartSkeleton charts={charts} />}>
            <ChartStack track={track} wishes={wishes} link={link} />
            {streams.length > 0 && (
              <StreamCharts
                workoutId={workout.id}
                track={track}
                chosen={streams}
                wishes={wishes}
                link={link}
              />
            )}
          </Later>
          <StretchPanel track={track} workout={workout} axis={axis} link={link} />
        </>
      ) : (
        <ChartSkeleton charts={charts} />
      )}
    </section>
  )
}

/** What the numbers of a workout have as its maxima, in the reader's units. */
function marksOf(
  { sport_id: sportId, max_speed: speed, best_pace }: Workout,
  units: UnitSystem,
): Marks {
  if (isSwimming(sportId)) {
    const fastest = swimPaceAt(speed ?? 0, units)
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
  link: { cursor, stretch },
  preferences,
}: {
  track: Track
  link: TrackLink
  preferences: SeriesPreferences
}) {
  const index = useObserved(cursor)
  const selected = useObserved(stretch)
  const point = index === null ? undefined : points[index]
  if (point) {
    const distance = point.distance === null ? null : (distances[index ?? 0] ?? null)
    return <span className={classes.place}>{placeOf({ ...point, distance }, preferences)}</span>
  }
  if (selected) return null
  return (
    <span className={classes.hint}>
      <span>{t('chart.hint')}</span>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => stretch.set({ from: 0, to: points.length - 1 })}
      >
        {t('stretch.select')}
      </Button>
    </span>
  )
}
