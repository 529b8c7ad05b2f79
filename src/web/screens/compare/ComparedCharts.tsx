import { useComputedColorScheme } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { Comparison } from '@/web/api/workouts/comparison'
import type { ChartSpec } from '@/web/charts/chart-options'
import { type Cursor, createTrackLink } from '@/web/charts/cursor'
import { LineChart } from '@/web/charts/LineChart'
import { Scrubber } from '@/web/charts/Scrubber'
import { createAxisFormatter, type SeriesPreferences } from '@/web/charts/series-text'
import { useObserved } from '@/web/charts/use-observed'
import { t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'
import classes from './ComparedCharts.module.css'
import {
  type ComparedSeries,
  comparedHeading,
  comparedLabel,
  getLabel,
  listSeries,
  rangeOfCompared,
  WORKOUT_COLORS,
  writeCompared,
} from './compared-series'
import { WorkoutMark } from './WorkoutMark'

/** The reader's preferences and the sport that determine the units of charts. */
export type ChartPreferences = Preferences & SeriesPreferences

/** The charts of a comparison over one axis, with a line for each workout and a common cursor. */
export function ComparedCharts({
  comparison,
  xs,
  cursor,
  preferences,
}: {
  comparison: Comparison
  /** Values of the x axis in the reader's units. */
  xs: readonly number[]
  cursor: Cursor
  preferences: ChartPreferences
}) {
  const syncKey = useId()
  // Redraws the canvases when the colour scheme changes.
  const scheme = useComputedColorScheme('light')
  const series = useMemo(
    () => listSeries(comparison, preferences.units),
    [comparison, preferences.units],
  )
  const looks = useLineStyles(series, preferences)
  const shared = useMemo(
    () => ({ cursor, selection: createTrackLink().selection, syncKey }),
    [cursor, syncKey],
  )
  const describe = (index: number) =>
    [
      createAxisFormatter('distance', preferences)(xs[index] ?? 0),
      ...series.map((one) => `${comparedLabel(one.key)}: ${readings(one, index, preferences)}`),
    ].join('; ')
  return (
    <section className={classes.panel} data-part="charts" aria-label={t('chart.label')}>
      {series.map((one, position) => {
        const look = looks[position]
        return (
          <section
            key={`${one.key}-${scheme}`}
            className={classes.chart}
            data-series={one.key}
            aria-label={comparedLabel(one.key)}
          >
            <Head series={one} cursor={cursor} preferences={preferences} />
            {look && <LineChart xs={xs} ys={one.columns} spec={look} shared={shared} />}
          </section>
        )
      })}
      <Scrubber xs={xs} cursor={cursor} describe={describe} />
    </section>
  )
}

const useLineStyles = (series: readonly ComparedSeries[], preferences: ChartPreferences) =>
  useMemo<ChartSpec[]>(
    () =>
      series.map((one, position) => ({
        ...{ key: one.key, axis: 'distance', mark: null },
        range: rangeOfCompared(one),
        last: position === series.length - 1,
        colors: one.columns.map((_, index) => WORKOUT_COLORS[index] ?? 'ink'),
        formatX: createAxisFormatter('distance', preferences),
        formatY: writeCompared(one.key, preferences),
      })),
    [series, preferences],
  )

/** The value of every workout at an index, as text. */
const readings = ({ key, columns }: ComparedSeries, index: number, preferences: ChartPreferences) =>
  columns
    .flatMap((values, at) => {
      const value = values[index] ?? null
      return value === null
        ? []
        : [`${getLabel(at)} ${writeCompared(key, preferences, true)(value)}`]
    })
    .join(', ')

/** The name of a chart, and the value of each workout at the cursor. */
function Head({
  series: { key, columns },
  cursor,
  preferences,
}: {
  series: ComparedSeries
  cursor: Cursor
  preferences: ChartPreferences
}) {
  const index = useObserved(cursor)
  const write = writeCompared(key, preferences, true)
  return (
    <div className={classes.head}>
      <h2>{comparedHeading(key, preferences)}</h2>
      <span className={classes.readings}>
        {columns.map((values, at) => {
          const value = index === null ? null : (values[index] ?? null)
          if (value === null) return null
          return (
            <span key={getLabel(at)} className={classes.reading}>
              <WorkoutMark index={at} />
              {write(value)}
            </span>
          )
        })}
      </span>
    </div>
  )
}
