import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { streamsQuery } from '@/web/api/workouts/workouts'
import type { ChartSettings } from '@/web/charts/ChartStack'
import stack from '@/web/charts/ChartStack.module.css'
import type { ChartSpec } from '@/web/charts/chart-options'
import type { TrackLink } from '@/web/charts/cursor'
import { createDrawnCursor, createDrawnSelection } from '@/web/charts/drawn-points'
import { LineChart } from '@/web/charts/LineChart'
import { Readout } from '@/web/charts/Readout'
import { getAxisValues, getValueRange, selectDrawnPoints } from '@/web/charts/series'
import { createAxisFormatter } from '@/web/charts/series-text'
import { smoothValues } from '@/web/charts/smooth'
import type { Track } from '@/web/charts/track'
import { useObserved } from '@/web/charts/use-observed'
import { LoadError } from '@/web/components/feedback/LoadError'
import { formatNumber } from '@/web/format/numbers'
import { type StreamName, shownUnit, streamKey, streamLabel } from './stream-text'

/** A stream to be drawn: one value for each visible point. */
interface Line {
  stream: StreamName
  values: (number | null)[]
}

/** Charts of the additional streams of a recording, in the order of the menu, over the same axis as the others. */
export function StreamCharts({
  workoutId,
  track,
  chosen,
  settings,
  link,
}: {
  workoutId: string
  track: Track
  chosen: readonly StreamName[]
  settings: ChartSettings
  link: TrackLink
}) {
  const { axis, smoothing, preferences } = settings
  const { units, sportId } = preferences
  const query = useQuery(streamsQuery(workoutId))
  const { data } = query
  const zoomed = useObserved(link.zoom)
  const shown = useMemo(() => selectDrawnPoints(track, axis, zoomed), [track, axis, zoomed])
  const xs = useMemo(() => {
    const all = getAxisValues(track, axis, { units, sportId })
    return shown.map((index) => all[index] ?? 0)
  }, [track, axis, units, sportId, shown])
  const lines = useMemo(() => {
    const times = getAxisValues(track, 'time', { units })
    return chosen.flatMap((stream): Line[] => {
      const found = data?.find((each) => streamKey(each) === streamKey(stream))
      if (!found) return []
      const { convert } = shownUnit(stream, units)
      const { values } = found
      const aligned = track.sources?.map((index) => values[index] ?? null) ?? values
      const smooth = smoothValues(aligned, times, smoothing)
      const valueAt = (index: number) => {
        const value = smooth[index] ?? null
        return value === null ? null : convert(value)
      }
      return [{ stream, values: shown.map(valueAt) }]
    })
  }, [data, chosen, track, shown, units, smoothing])
  const shared = useShared(link, shown)
  if (!data) return <LoadError queries={[query]} />
  return lines.map((line) => (
    <StreamChart
      key={streamKey(line.stream)}
      line={line}
      xs={xs}
      settings={settings}
      shared={shared}
    />
  ))
}

function useShared({ cursor, selection }: TrackLink, shown: readonly number[]) {
  const syncKey = useId()
  return useMemo(
    () => ({
      cursor: createDrawnCursor(cursor, shown),
      selection: createDrawnSelection(selection, shown),
      syncKey,
    }),
    [cursor, selection, shown, syncKey],
  )
}

function StreamChart({
  line: { stream, values },
  xs,
  settings: { axis, preferences },
  shared,
}: {
  line: Line
  xs: readonly number[]
  settings: ChartSettings
  shared: ReturnType<typeof useShared>
}) {
  const scheme = useComputedColorScheme('light')
  const { locale, units } = preferences
  const { unit } = shownUnit(stream, units)
  const look = useMemo<ChartSpec>(() => {
    const range = getValueRange(values)
    const decimals = decimalsFor(range[1] - range[0])
    return {
      ...{ key: 'stream', axis, range, mark: null, last: true },
      formatX: createAxisFormatter(axis, preferences),
      formatY: (value) => formatNumber(value, decimals, locale),
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
        <Readout cursor={shared.cursor} values={values} format={write} />
      </div>
      <LineChart xs={xs} ys={values} spec={look} shared={shared} />
    </section>
  )
}

/** The number of decimals needed to distinguish the steps of an axis. */
function decimalsFor(span: number): 0 | 1 | 2 {
  if (span >= 10) return 0
  return span >= 1 ? 1 : 2
}
