import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { streamsQuery } from '@/web/api/workouts'
import type { ChartWishes } from '@/web/charts/ChartStack'
import stack from '@/web/charts/ChartStack.module.css'
import type { ChartLook } from '@/web/charts/chart-options'
import type { TrackLink } from '@/web/charts/cursor'
import { LineChart } from '@/web/charts/LineChart'
import { Readout } from '@/web/charts/Readout'
import { axisValues, shownPoints, spanOf } from '@/web/charts/series'
import { writeAxis } from '@/web/charts/series-text'
import { smoothedValues } from '@/web/charts/smooth'
import type { Track } from '@/web/charts/track'
import { useObserved } from '@/web/charts/use-observed'
import { cursorWithin, stretchWithin } from '@/web/charts/view'
import { LoadError } from '@/web/components/LoadError'
import { formatNumber } from '@/web/format/numbers'
import { type StreamName, shownUnit, streamKey, streamLabel } from './stream-text'

/** A stream as it is drawn: one value for each point that is shown. */
interface Line {
  stream: StreamName
  values: (number | null)[]
}

/** Charts of what was recorded besides, in the order in which it is offered; over the same axis as the others. */
export function StreamCharts({
  workoutId,
  track,
  chosen,
  wishes,
  link,
}: {
  workoutId: string
  track: Track
  chosen: readonly StreamName[]
  wishes: ChartWishes
  link: TrackLink
}) {
  const { axis, smoothing, preferences } = wishes
  const { units, sportId } = preferences
  const query = useQuery(streamsQuery(workoutId))
  const { data } = query
  const zoomed = useObserved(link.zoom)
  const shown = useMemo(() => shownPoints(track, axis, zoomed), [track, axis, zoomed])
  const xs = useMemo(() => {
    const all = axisValues(track, axis, { units, sportId })
    return shown.map((index) => all[index] ?? 0)
  }, [track, axis, units, sportId, shown])
  const lines = useMemo(() => {
    const times = axisValues(track, 'time', { units })
    return chosen.flatMap((stream): Line[] => {
      const found = data?.find((each) => streamKey(each) === streamKey(stream))
      if (!found) return []
      const { convert } = shownUnit(stream, units)
      const smooth = smoothedValues(found.values, times, smoothing)
      const valueAt = (index: number) => {
        const value = smooth[index] ?? null
        return value === null ? null : convert(value)
      }
      return [{ stream, values: shown.map(valueAt) }]
    })
  }, [data, chosen, track, shown, units, smoothing])
  const shared = useShared(link, shown)
  if (!data) return <LoadError of={[query]} />
  return lines.map((line) => (
    <StreamChart key={streamKey(line.stream)} line={line} xs={xs} wishes={wishes} shared={shared} />
  ))
}

function useShared({ cursor, stretch }: TrackLink, shown: readonly number[]) {
  const syncKey = useId()
  return useMemo(
    () => ({
      cursor: cursorWithin(cursor, shown),
      stretch: stretchWithin(stretch, shown),
      syncKey,
    }),
    [cursor, stretch, shown, syncKey],
  )
}

function StreamChart({
  line: { stream, values },
  xs,
  wishes: { axis, preferences },
  shared,
}: {
  line: Line
  xs: readonly number[]
  wishes: ChartWishes
  shared: ReturnType<typeof useShared>
}) {
  const scheme = useComputedColorScheme('light')
  const { locale, units } = preferences
  const { unit } = shownUnit(stream, units)
  const look = useMemo<ChartLook>(() => {
    const range = spanOf(values)
    const decimals = decimalsFor(range[1] - range[0])
    return {
      ...{ key: 'stream', axis, range, mark: null, last: true },
      writeX: writeAxis(axis, preferences),
      writeY: (value) => formatNumber(value, decimals, locale),
    }
  }, [values, axis, preferences, locale])
  const decimals = decimalsFor((look.range[1] - look.range[0]) / 10)
  const write = (value: number) => [formatNumber(value, decimals, locale), unit].join(' ').trim()
  return (
    <section
      key={scheme}
      className={stack.chart}
      data-series={streamKey(stream)}
      aria-label={streamLabel(stream)}
    >
      <div className={stack.head}>
        <h2>{unit ? `${streamLabel(stream)} (${unit})` : streamLabel(stream)}</h2>
        <Readout cursor={shared.cursor} values={values} write={write} />
      </div>
      <LineChart xs={xs} ys={values} look={look} shared={shared} />
    </section>
  )
}

/** As many as it takes to tell the steps of an axis apart. */
function decimalsFor(span: number): 0 | 1 | 2 {
  if (span >= 10) return 0
  return span >= 1 ? 1 : 2
}
