import { useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import { isSwimming } from '@/domain/reference/swimming'
import { Deferred } from '@/web/components/loading/Deferred'
import { NearViewport } from '@/web/components/loading/NearViewport'
import { t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'
import classes from './ChartStack.module.css'
import type { ChartSpec } from './chart-options'
import { getChartHeight } from './chart-sizes'
import type { Cursor, TrackLink } from './cursor'
import { createDrawnCursor, createDrawnSelection } from './drawn-points'
import { LineChart } from './LineChart'
import { Readout } from './Readout'
import { Scrubber } from './Scrubber'
import {
  type Axis,
  createSeries,
  getAxisRange,
  getAxisValues,
  type Marks,
  type SeriesKey,
  selectDrawnPoints,
} from './series'
import {
  createAxisFormatter,
  createSeriesFormatter,
  describePoint,
  formatSeriesHeading,
  getSeriesLabel,
  type SeriesPreferences,
} from './series-text'
import { type Smoothing, smoothSeries } from './smooth'
import type { Track } from './track'
import { useObserved } from './use-observed'

/** Options for drawing the charts of a track. */
export type ChartSettings = {
  axis: Axis
  smoothing: Smoothing
  /** Maximum values of the workout by series, in the user's units. */
  marks: Marks
  preferences: Preferences & SeriesPreferences
}

/** The charts of a track, stacked over a common axis, with a shared cursor and selection. */
export function ChartStack({
  track,
  settings,
  link,
}: {
  track: Track
  settings: ChartSettings
  link: TrackLink
}) {
  const { preferences } = settings
  const { xs, series, specs, shown, describedPoints } = useCharts(track, settings, link)
  const { cursor, selection } = link
  const syncKey = useId()
  // Canvases cannot use CSS variables, so the scheme is part of the key: changing it redraws the charts.
  const scheme = useComputedColorScheme('light')
  const shared = useMemo(
    () => ({
      cursor: createDrawnCursor(cursor, shown),
      selection: createDrawnSelection(selection, shown),
      syncKey,
    }),
    [cursor, selection, shown, syncKey],
  )
  const describe = (position: number) =>
    describePoint(describedPoints[shown[position] ?? -1], series, position, preferences)
  return (
    <div>
      {series.map(({ key, values }, position) => {
        const spec = specs[position]
        return (
          <section
            key={`${key}-${scheme}`}
            className={classes.chart}
            data-series={key}
            aria-label={getSeriesLabel(key)}
          >
            <ChartHead
              name={key}
              mark={spec?.mark ?? null}
              cursor={shared.cursor}
              values={values}
              preferences={preferences}
            />
            {spec && (
              <DeferredChart height={getChartHeight(spec.last)}>
                <LineChart xs={xs} ys={values} spec={spec} shared={shared} />
              </DeferredChart>
            )}
          </section>
        )
      })}
      <Scrubber xs={xs} cursor={shared.cursor} describe={describe} />
    </div>
  )
}

/**
 * Defers drawing a chart until it is near the viewport and the page is idle, so that charts are drawn one at a time.
 */
function DeferredChart({ height, children }: { height: number; children: ReactNode }) {
  const placeholder = <div style={{ height }} />
  return (
    <NearViewport placeholder={placeholder}>
      <Deferred placeholder={placeholder}>{children}</Deferred>
    </NearViewport>
  )
}

function useCharts(
  track: Track,
  { axis, smoothing, marks, preferences }: ChartSettings,
  { zoom }: TrackLink,
) {
  const { units, sportId } = preferences
  const isSwim = sportId !== undefined && isSwimming(sportId)
  const zoomed = useObserved(zoom)
  const whole = useMemo(() => {
    const times = getAxisValues(track, 'time', { units })
    const all = createSeries(track.points, units, isSwim)
    return all.map((series) => smoothSeries(series, times, smoothing))
  }, [track, units, isSwim, smoothing])
  const shown = useMemo(() => selectDrawnPoints(track, axis, zoomed), [track, axis, zoomed])
  const xs = useMemo(() => {
    const all = getAxisValues(track, axis, { units, sportId })
    return shown.map((index) => all[index] ?? 0)
  }, [track, axis, units, sportId, shown])
  const series = useMemo(
    () =>
      whole.map(({ key, values }) => ({
        key,
        values: shown.map((index) => values[index] ?? null),
      })),
    [whole, shown],
  )
  const specs = useMemo<ChartSpec[]>(
    () =>
      series.map((line, position) => ({
        key: line.key,
        axis,
        range: getAxisRange(line, marks[line.key] ?? null),
        mark: marks[line.key] ?? null,
        last: position === series.length - 1,
        formatX: createAxisFormatter(axis, preferences),
        formatY: createSeriesFormatter(line.key, preferences),
      })),
    [series, axis, marks, preferences],
  )
  // Descriptions of points use the distances drawn on the axis rather than the recorded ones.
  const describedPoints = useMemo(
    () =>
      track.points.map((point, index) => ({
        ...point,
        distance: point.distance === null ? null : (track.distances[index] ?? null),
      })),
    [track],
  )
  return { xs, series, specs, shown, describedPoints }
}

/** The header of a chart: the name of the series, the label of its marked maximum, and the value at the cursor. */
function ChartHead({
  name,
  mark,
  cursor,
  values,
  preferences,
}: {
  name: SeriesKey
  mark: number | null
  cursor: Cursor
  values: readonly (number | null)[]
  preferences: SeriesPreferences
}) {
  const format = createSeriesFormatter(name, preferences, true)
  return (
    <div className={classes.head}>
      <h2>{formatSeriesHeading(name, preferences)}</h2>
      {mark !== null && (
        <span className={classes.mark} title={t('chart.maxHint')}>
          {t('chart.max', { value: format(mark) })}
        </span>
      )}
      <Readout cursor={cursor} values={values} format={format} />
    </div>
  )
}
