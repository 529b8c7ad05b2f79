import type uPlot from 'uplot'
import { AXIS_HEIGHT, PADDING_BOTTOM, PADDING_TOP } from './chart-sizes'
import type { Interval } from './cursor'
import type { Axis, SeriesKey } from './series'

/**
 * Width in pixels of the labels left of every plot, equal in all charts so that they line up. Scrubber.module.css
 * repeats it.
 */
const LABEL_WIDTH = 54

/**
 * Half the width of the longest label of the x axis, because the label of the last grid line extends beyond the plot.
 */
const PADDING_RIGHT = 24

/** Content and appearance of one chart in a stack. */
export type ChartSpec = {
  /** `gap` is the time gap in comparisons; `stream` is any other recorded series. */
  key: SeriesKey | 'gap' | 'stream'
  axis: Axis
  range: [number, number]
  /** The value at which to draw a dashed line; null for no line. */
  mark: number | null
  /** Whether this is the lowest chart, which draws the x axis. */
  last: boolean
  /** Colour tokens, one for each of several lines. Absent for a single line, which has the colour of its series. */
  colors?: readonly string[]
  formatX: (value: number) => string
  formatY: (value: number) => string
}

/** Callbacks for pointer events: the index of the point under the pointer, and the interval selected by dragging. */
export type ChartEvents = {
  onIndex: (index: number | null) => void
  onSelect: (interval: Interval) => void
}

/** Intervals between labels of a time axis, in seconds: whole fractions of minutes and hours. */
const CLOCK_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800]

/** Returns the current value of a colour token, because canvases cannot use CSS variables. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--mp-${name}`).trim()
}

function createAxis(side: Pick<uPlot.Axis, 'size' | 'values' | 'space' | 'incrs'>): uPlot.Axis {
  return {
    ...side,
    stroke: token('ink-faint'),
    font: '12px "Overpass Variable", sans-serif',
    gap: 6,
    grid: { stroke: token('line'), width: 1 },
    ticks: { show: false },
  }
}

/** Draws a dashed horizontal line at `mark`, over the full width of the plot. */
function drawMark(chart: uPlot, mark: number, color: string): void {
  const { ctx, bbox } = chart
  const y = chart.valToPos(mark, 'y', true)
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = 1.5 * devicePixelRatio
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio])
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.restore()
}

function reportSelection(chart: uPlot, onSelect: ChartEvents['onSelect']): void {
  const { left, width } = chart.select
  if (width <= 0) return
  const from = chart.posToIdx(left)
  const to = chart.posToIdx(left + width)
  if (to > from) onSelect({ from, to })
}

/** Returns the uPlot options of one chart. */
export function createChartOptions(
  { key, axis, range, mark, last, colors, formatX, formatY }: ChartSpec,
  syncKey: string,
  { onIndex, onSelect }: ChartEvents,
): Omit<uPlot.Options, 'width' | 'height'> {
  const lines = (colors ?? [`series-${key}`]).map(token)
  const isFilled = key === 'elevation' && lines.length === 1
  return {
    padding: [PADDING_TOP, PADDING_RIGHT, last ? 0 : PADDING_BOTTOM, 0],
    legend: { show: false },
    cursor: {
      y: false,
      sync: { key: syncKey, scales: ['x', null], setSeries: false },
      // Charts with several lines show different workouts, in which one interval cannot be selected.
      drag: { x: colors === undefined, y: false, dist: 6, setScale: false },
      points: {
        ...{ size: 9, width: 2, stroke: token('surface') },
        fill: (_, index) => lines[index - 1] ?? '',
      },
    },
    scales: {
      x: { time: false },
      y: { range, dir: key === 'pace' ? -1 : 1 },
    },
    axes: [
      createAxis({
        size: last ? AXIS_HEIGHT : 0,
        space: 70,
        values: (_, splits) => (last ? splits.map(formatX) : splits.map(() => '')),
        ...(axis === 'time' && { incrs: CLOCK_STEPS }),
      }),
      createAxis({ size: LABEL_WIDTH, space: 32, values: (_, splits) => splits.map(formatY) }),
    ],
    series: [
      {},
      ...lines.map((color) => ({
        stroke: color,
        width: 1.5,
        points: { show: false },
        ...(isFilled && { fill: `${color}2b` }),
      })),
    ],
    hooks: {
      setCursor: [({ cursor }) => onIndex(cursor.idx ?? null)],
      setSelect: [(chart) => reportSelection(chart, onSelect)],
      draw: mark === null ? [] : [(chart) => drawMark(chart, mark, token('ink-soft'))],
    },
  }
}
