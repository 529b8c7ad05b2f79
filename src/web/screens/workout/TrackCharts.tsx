import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ChartPoint } from '@/web/api/workouts'
import { ChartSkeleton } from '@/web/charts/ChartSkeleton'
import { ChartStack } from '@/web/charts/ChartStack'
import type { Cursor } from '@/web/charts/cursor'
import type { Axis } from '@/web/charts/series'
import { placeOf } from '@/web/charts/series-text'
import { useCursorIndex } from '@/web/charts/use-cursor'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import classes from './TrackCharts.module.css'

/** The charts with the choice of their axis and the place of the cursor. */
export function TrackCharts({
  points,
  charts,
  cursor,
}: {
  points: readonly ChartPoint[] | undefined
  /** How many charts to expect while the points load. */
  charts: number
  cursor: Cursor
}) {
  const [chosen, setAxis] = useState<Axis>('distance')
  // Where nobody got from place to place there is only time to go by.
  const placed = points === undefined || isPlaced(points)
  const axis = placed ? chosen : 'time'
  const preferences = usePreferences()
  return (
    <section className={classes.panel} aria-label={t('chart.label')}>
      <div className={classes.bar}>
        {placed && (
          <SegmentedControl
            size="sm"
            value={axis}
            onChange={setAxis}
            aria-label={t('chart.axis')}
            data={[
              { value: 'distance', label: t('chart.byDistance') },
              { value: 'time', label: t('chart.byTime') },
            ]}
          />
        )}
        {points && <CursorPlace points={points} cursor={cursor} preferences={preferences} />}
      </div>
      {points ? (
        <ChartStack points={points} axis={axis} cursor={cursor} preferences={preferences} />
      ) : (
        <ChartSkeleton charts={charts} />
      )}
    </section>
  )
}

/** Whether the points lead anywhere: those of pools and trainers may all be at distance zero. */
const isPlaced = (points: readonly ChartPoint[]): boolean =>
  points.some(({ distance }) => (distance ?? 0) > 0)

function CursorPlace({
  points,
  cursor,
  preferences,
}: {
  points: readonly ChartPoint[]
  cursor: Cursor
  preferences: Preferences
}) {
  const index = useCursorIndex(cursor)
  const point = index === null ? undefined : points[index]
  return (
    <span className={point ? classes.place : classes.hint}>
      {point ? placeOf(point, preferences) : t('chart.hint')}
    </span>
  )
}
