import type uPlot from 'uplot'
import type { SeriesKey } from './series'

/** Room left of every plot for its numbers, the same for all so that they line up. */
const GUTTER = 54

const PLOT_HEIGHT = 108
const AXIS_HEIGHT = 30
const PADDING_TOP = 8
/** Half a line, so that the lowest number is not cut. */
const PADDING_BOTTOM = 8
const PADDING_RIGHT = 10

/** What one chart of the stack looks like. */
export type ChartLook = {
  key: SeriesKey
  range: [number, number]
  /** Whether this is the lowest chart, which carries the axis. */
  last: boolean
  writeX: (value: number) => string
  writeY: (value: number) => string
}

/** Total height of a chart in pixels. */
export const chartHeight = (last: boolean): number =>
  PLOT_HEIGHT + PADDING_TOP + (last ? AXIS_HEIGHT : PADDING_BOTTOM)

/** Heading above each chart and slider below all of them, as their style sheets set them. */
const HEADING_HEIGHT = 26
const SLIDER_HEIGHT = 28

/** Height of so many charts with all that belongs to them. */
export const stackHeight = (charts: number): number =>
  charts * (HEADING_HEIGHT + chartHeight(false)) +
  chartHeight(true) -
  chartHeight(false) +
  SLIDER_HEIGHT

/** The value of a colour token at this moment; canvases cannot follow CSS variables. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--mp-${name}`).trim()
}

function axis(side: Pick<uPlot.Axis, 'size' | 'values' | 'space'>): uPlot.Axis {
  return {
    ...side,
    stroke: token('ink-faint'),
    font: '12px "Overpass Variable", sans-serif',
    gap: 6,
    grid: { stroke: token('line'), width: 1 },
    ticks: { show: false },
  }
}

/** The options of one chart; `onIndex` hears which point the pointer is at. */
export function chartOptions(
  { key, range, last, writeX, writeY }: ChartLook,
  syncKey: string,
  onIndex: (index: number | null) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  const color = token(`series-${key}`)
  return {
    padding: [PADDING_TOP, PADDING_RIGHT, last ? 0 : PADDING_BOTTOM, 0],
    legend: { show: false },
    cursor: {
      y: false,
      sync: { key: syncKey, scales: ['x', null], setSeries: false },
      drag: { x: true, y: false, dist: 6 },
      points: { size: 9, width: 2, fill: color, stroke: token('surface') },
    },
    scales: {
      x: { time: false },
      y: { range, dir: key === 'pace' ? -1 : 1 },
    },
    axes: [
      axis({
        size: last ? AXIS_HEIGHT : 0,
        space: 70,
        values: (_, splits) => (last ? splits.map(writeX) : splits.map(() => '')),
      }),
      axis({ size: GUTTER, space: 32, values: (_, splits) => splits.map(writeY) }),
    ],
    series: [
      {},
      {
        stroke: color,
        width: 1.5,
        points: { show: false },
        ...(key === 'elevation' && { fill: `${color}2b` }),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onIndex(cursor.idx ?? null)] },
  }
}
