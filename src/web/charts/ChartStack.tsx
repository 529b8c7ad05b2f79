import { useComputedColorScheme } from '@mantine/core'
import { useId, useMemo } from 'react'
import type { ChartPoint } from '@/web/api/workouts'
import type { Preferences } from '@/web/state/preferences'
import classes from './ChartStack.module.css'
import type { ChartLook } from './chart-options'
import type { Cursor } from './cursor'
import { LineChart } from './LineChart'
import { Readout } from './Readout'
import { Scrubber } from './Scrubber'
import { type Axis, axisValues, rangeOf, seriesOf } from './series'
import { describePoint, seriesLabel, writeAxis, writeSeries } from './series-text'

/** The charts of a track, one below the other over one axis, with a common cursor. */
export function ChartStack({
  points,
  axis,
  cursor,
  preferences,
}: {
  points: readonly ChartPoint[]
  axis: Axis
  cursor: Cursor
  preferences: Preferences
}) {
  const syncKey = useId()
  // Canvases are redrawn in the other colours when the scheme changes.
  const scheme = useComputedColorScheme('light')
  const { units, elevationFromZero } = preferences
  const series = useMemo(() => seriesOf(points, units), [points, units])
  const xs = useMemo(() => axisValues(points, axis, units), [points, axis, units])
  const looks = useMemo<ChartLook[]>(
    () =>
      series.map((line, position) => ({
        key: line.key,
        range: rangeOf(line, elevationFromZero),
        last: position === series.length - 1,
        writeX: writeAxis(axis, preferences),
        writeY: writeSeries(line.key, preferences),
      })),
    [series, axis, elevationFromZero, preferences],
  )
  return (
    <div>
      {series.map(({ key, values }, position) => {
        const look = looks[position]
        return (
          <section key={`${key}-${scheme}`} className={classes.chart} data-series={key}>
            <div className={classes.head}>
              <h2>{seriesLabel(key)}</h2>
              <Readout
                cursor={cursor}
                values={values}
                write={writeSeries(key, preferences, true)}
              />
            </div>
            {look && (
              <LineChart xs={xs} ys={values} look={look} cursor={cursor} syncKey={syncKey} />
            )}
          </section>
        )
      })}
      <Scrubber
        xs={xs}
        cursor={cursor}
        describe={(index) => describePoint(points[index], series, index, preferences)}
      />
    </div>
  )
}
