import { useComputedColorScheme } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { Comparison } from '@/web/api/routes'
import type { ChartLook } from '@/web/charts/chart-options'
import { type Cursor, createTrackLink } from '@/web/charts/cursor'
import { LineChart } from '@/web/charts/LineChart'
import { Scrubber } from '@/web/charts/Scrubber'
import { type SeriesPreferences, writeAxis } from '@/web/charts/series-text'
import { useObserved } from '@/web/charts/use-observed'
import { t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'
import classes from './ComparedCharts.module.css'
import {
  type ComparedSeries,
  comparedHeading,
  comparedLabel,
  letterOf,
  rangeOfCompared,
  seriesOf,
  WORKOUT_COLORS,
  writeCompared,
} from './compared-series'
import { WorkoutMark } from './WorkoutMark'

/** How charts are read: by whom, and of which sport. */
export type ChartPreferences = Preferences & SeriesPreferences

/** The charts of a comparison over one axis, with a line for each workout and a common cursor. */
export function ComparedCharts({
  comparison,
  xs,
  cursor,
  preferences,
}: {
  comparison: Comparison
  /** The axis in the reader's units. */
  xs: readonly number[]
  cursor: Cursor
  preferences: ChartPreferences
}) {
  const syncKey = useId()
  // Canvases are redrawn in the other colours when the scheme changes.
  const scheme = useComputedColorScheme('light')
  const series = useMemo(
    () => seriesOf(comparison, preferences.units),
    [comparison, preferences.units],
  )
  const looks = useLooks(series, preferences)
  const shared = useMemo(
    () => ({ cursor, stretch: createTrackLink().stretch, syncKey }),
    [cursor, syncKey],
  )
  const describe = (index: number) =>
    [
      writeAxis('distance', preferences)(xs[index] ?? 0),
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
            {look && <LineChart xs={xs} ys={one.columns} look={look} shared={shared} />}
          </section>
        )
      })}
      <Scrubber xs={xs} cursor={cursor} describe={describe} />
    </section>
  )
}

const useLooks = (series: readonly ComparedSeries[], preferences: ChartPreferences) =>
  useMemo<ChartLook[]>(
    () =>
      series.map((one, position) => ({
        ...{ key: one.key, axis: 'distance', mark: null },
        range: rangeOfCompared(one, preferences.elevationFromZero),
        last: position === series.length - 1,
        colors: one.columns.map((_, index) => WORKOUT_COLORS[index] ?? 'ink'),
        writeX: writeAxis('distance', preferences),
        writeY: writeCompared(one.key, preferences),
      })),
    [series, preferences],
  )

/** What every workout shows at a place, in words. */
const readings = ({ key, columns }: ComparedSeries, index: number, preferences: ChartPreferences) =>
  columns
    .flatMap((values, at) => {
      const value = values[index] ?? null
      return value === null
        ? []
        : [`${letterOf(at)} ${writeCompared(key, preferences, true)(value)}`]
    })
    .join(', ')

/** The name of a chart, and what each workout shows at the cursor. */
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
            <span key={letterOf(at)} className={classes.reading}>
              <WorkoutMark index={at} />
              {write(value)}
            </span>
          )
        })}
      </span>
    </div>
  )
}
