import { useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import { isSwimming } from '@/reference/swimming'
import { Later } from '@/web/components/Later'
import { Near } from '@/web/components/Near'
import type { Preferences } from '@/web/state/preferences'
import { ChartHead } from './ChartHead'
import classes from './ChartStack.module.css'
import type { ChartLook } from './chart-options'
import { chartHeight } from './chart-sizes'
import type { TrackLink } from './cursor'
import { LineChart } from './LineChart'
import { Scrubber } from './Scrubber'
import { type Axis, axisValues, type Marks, rangeOf, seriesOf, shownPoints } from './series'
import {
  describePoint,
  type SeriesPreferences,
  seriesLabel,
  writeAxis,
  writeSeries,
} from './series-text'
import { type Smoothing, smoothed } from './smooth'
import type { Track } from './track'
import { useObserved } from './use-observed'
import { cursorWithin, stretchWithin } from './view'

/** How the charts of a track are drawn. */
export type ChartWishes = {
  axis: Axis
  smoothing: Smoothing
  /** The maxima of the workout's numbers, in the reader's units. */
  marks: Marks
  preferences: Preferences & SeriesPreferences
}

/** The charts of a track, one below the other over one axis, with a common cursor and a common selection. */
export function ChartStack({
  track,
  wishes,
  link,
}: {
  track: Track
  wishes: ChartWishes
  link: TrackLink
}) {
  const { preferences } = wishes
  const { xs, series, looks, shown, places } = useCharts(track, wishes, link)
  const { cursor, stretch } = link
  const syncKey = useId()
  // Canvases are redrawn in the other colours when the scheme changes.
  const scheme = useComputedColorScheme('light')
  const shared = useMemo(
    () => ({
      cursor: cursorWithin(cursor, shown),
      stretch: stretchWithin(stretch, shown),
      syncKey,
    }),
    [cursor, stretch, shown, syncKey],
  )
  const describe = (position: number) =>
    describePoint(places[shown[position] ?? -1], series, position, preferences)
  return (
    <div>
      {series.map(({ key, values }, position) => {
        const look = looks[position]
        return (
          <section
            key={`${key}-${scheme}`}
            className={classes.chart}
            data-series={key}
            aria-label={seriesLabel(key)}
          >
            <ChartHead
              name={key}
              mark={look?.mark ?? null}
              cursor={shared.cursor}
              values={values}
              preferences={preferences}
            />
            {look && (
              <WhenSeen height={chartHeight(look.last)}>
                <LineChart xs={xs} ys={values} look={look} shared={shared} />
              </WhenSeen>
            )}
          </section>
        )
      })}
      <Scrubber xs={xs} cursor={shared.cursor} describe={describe} />
    </div>
  )
}

/** A chart that is drawn when somebody comes near it, one after the other. */
function WhenSeen({ height, children }: { height: number; children: ReactNode }) {
  const placeholder = <div style={{ height }} />
  return (
    <Near placeholder={placeholder}>
      <Later placeholder={placeholder}>{children}</Later>
    </Near>
  )
}

function useCharts(
  track: Track,
  { axis, smoothing, marks, preferences }: ChartWishes,
  { zoom }: TrackLink,
) {
  const { units, elevationFromZero, sportId } = preferences
  const swims = sportId !== undefined && isSwimming(sportId)
  const zoomed = useObserved(zoom)
  const whole = useMemo(() => {
    const times = axisValues(track, 'time', { units })
    const all = seriesOf(track.points, units, swims)
    return all.map((series) => smoothed(series, times, smoothing))
  }, [track, units, swims, smoothing])
  const shown = useMemo(() => shownPoints(track, axis, zoomed), [track, axis, zoomed])
  const xs = useMemo(() => {
    const all = axisValues(track, axis, { units, sportId })
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
  const looks = useMemo<ChartLook[]>(
    () =>
      series.map((line, position) => ({
        key: line.key,
        axis,
        range: rangeOf(line, elevationFromZero, marks[line.key] ?? null),
        mark: marks[line.key] ?? null,
        last: position === series.length - 1,
        writeX: writeAxis(axis, preferences),
        writeY: writeSeries(line.key, preferences),
      })),
    [series, axis, elevationFromZero, marks, preferences],
  )
  // What is said of a point is what is drawn: its distance is that on the axis.
  const places = useMemo(
    () =>
      track.points.map((point, index) => ({
        ...point,
        distance: point.distance === null ? null : (track.distances[index] ?? null),
      })),
    [track],
  )
  return { xs, series, looks, shown, places }
}
