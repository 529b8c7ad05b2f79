import type uPlot from 'uplot'
import { AXIS_HEIGHT, PADDING_BOTTOM, PADDING_TOP } from './chart-sizes'
import type { Stretch } from './cursor'
import type { Axis, SeriesKey } from './series'

/** Room left of every plot for its numbers, the same for all so that they line up; the scrubber knows it, too. */
const GUTTER = 54

/** Half of the longest text below the axis: that of the last line of the grid stands out so far. */
const PADDING_RIGHT = 24

/** What one chart of the stack looks like. */
export type ChartLook = {
  /** `gap` between recordings, `stream` for everything that was recorded besides. */
  key: SeriesKey | 'gap' | 'stream'
  axis: Axis
  range: [number, number]
  /** A value to draw a dashed line at; null for none. */
  mark: number | null
  /** Whether this is the lowest chart, which carries the axis. */
  last: boolean
  /** Names of colours where there are several lines; else there is one, in the colour of the series. */
  colors?: readonly string[]
  writeX: (value: number) => string
  writeY: (value: number) => string
}

/** What a chart tells: at which point the pointer is, and between which ones it was dragged. */
export type ChartEvents = {
  onIndex: (index: number | null) => void
  onStretch: (stretch: Stretch) => void
}

/** Steps of an axis of time, in seconds: what clocks are divided into. */
const CLOCK_STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800]

/** The value of a colour token at this moment; canvases cannot follow CSS variables. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--mp-${name}`).trim()
}

function axisLook(side: Pick<uPlot.Axis, 'size' | 'values' | 'space' | 'incrs'>): uPlot.Axis {
  return {
    ...side,
    stroke: token('ink-faint'),
    font: '12px "Overpass Variable", sans-serif',
    gap: 6,
    grid: { stroke: token('line'), width: 1 },
    ticks: { show: false },
  }
}

/** Draws the dashed line of a mark over the whole width. */
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

function tellStretch(chart: uPlot, onStretch: ChartEvents['onStretch']): void {
  const { left, width } = chart.select
  if (width <= 0) return
  const from = chart.posToIdx(left)
  const to = chart.posToIdx(left + width)
  if (to > from) onStretch({ from, to })
}

/** The options of one chart. */
export function chartOptions(
  { key, axis, range, mark, last, colors, writeX, writeY }: ChartLook,
  syncKey: string,
  { onIndex, onStretch }: ChartEvents,
): Omit<uPlot.Options, 'width' | 'height'> {
  const lines = (colors ?? [`series-${key}`]).map(token)
  const isFilled = key === 'elevation' && lines.length === 1
  return {
    padding: [PADDING_TOP, PADDING_RIGHT, last ? 0 : PADDING_BOTTOM, 0],
    legend: { show: false },
    cursor: {
      y: false,
      sync: { key: syncKey, scales: ['x', null], setSeries: false },
      // What several lines show has no stretch to be told of.
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
      axisLook({
        size: last ? AXIS_HEIGHT : 0,
        space: 70,
        values: (_, splits) => (last ? splits.map(writeX) : splits.map(() => '')),
        ...(axis === 'time' && { incrs: CLOCK_STEPS }),
      }),
      axisLook({ size: GUTTER, space: 32, values: (_, splits) => splits.map(writeY) }),
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
      setSelect: [(chart) => tellStretch(chart, onStretch)],
      draw: mark === null ? [] : [(chart) => drawMark(chart, mark, token('ink-soft'))],
    },
  }
}
