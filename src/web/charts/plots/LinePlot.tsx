import { type PointerEvent, useState } from 'react'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import classes from './LinePlot.module.css'
import { DOTS, getLineStroke, getLineStyle } from './line-styles'
import { computeTicks, selectSpaced } from './ticks'

/** A point of a line, in the units of the data. */
export interface PlotPoint {
  x: number
  y: number
}

/** A named line of a plot. */
export interface PlotLine {
  id: string
  name: string
  /** In ascending order of `x`. */
  points: readonly PlotPoint[]
  /** Whether only its points are drawn, behind the other lines. */
  isDotted?: boolean
}

/** Scales and labels of a plot. */
export interface PlotAxes {
  /** Whether the x axis is logarithmic. */
  isLogarithmic: boolean
  /** Whether each value applies until the next point, so that the line is drawn as steps. */
  isStepped: boolean
  /** Whether smaller values are drawn higher, as for paces. */
  isInverted: boolean
  /** Whether `y` is in seconds, so that ticks are at whole minutes and hours. */
  isClock: boolean
  /** End of the x axis; the last point if absent. */
  end?: number
  /** Formats a value of the x axis, and the labels of the points. */
  formatX: (x: number) => string
  /** Formats labels at round numbers of the x axis, which replace those of the points. */
  formatRoundX?: (x: number) => string
  formatY: (y: number) => string
}

/**
 * Approximate width in pixels of a letter in a label, and minimum widths in pixels of the plot on phones and on wider
 * screens.
 */
const CHARACTER_WIDTH = 7.5
const WIDTHS = { narrow: 230, wide: 560 }

/**
 * Draws lines over a common axis, with their values at the pointer. Hidden from screen readers; the page shows the same
 * values in a table.
 */
export function LinePlot({ lines, axes }: { lines: readonly PlotLine[]; axes: PlotAxes }) {
  const [hovered, setHovered] = useState<number | null>(null)
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort(
    (one, other) => one - other,
  )
  const place = createScales(xs, lines, axes)
  const { formatRoundX, formatX } = axes
  const formatLabel = formatRoundX ?? formatX
  const labelled = formatRoundX ? computeTicks(xs, false).filter((x) => place.x(x) <= 1) : xs
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setHovered(nearest(xs, (x) => Math.abs(place.x(x) - (clientX - left) / width)))
  }
  return (
    <div aria-hidden="true">
      <Readout lines={lines} axes={axes} x={hovered} />
      <div className={classes.frame} data-labelled={lines.length > 1}>
        <div className={classes.ys}>
          {place.ticks.map((y) => (
            <span key={y} style={{ top: `${place.y(y) * 100}%` }}>
              {axes.formatY(y)}
            </span>
          ))}
        </div>
        <div
          className={classes.plot}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setHovered(null)}
        >
          {place.ticks.map((y) => (
            <i key={y} style={{ top: `${place.y(y) * 100}%` }} />
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {orderForDrawing(lines).map(({ id, points, isDotted, index }) => (
              <path
                key={id}
                {...(isDotted
                  ? { className: classes.dots, d: getDots(points, place) }
                  : { style: getLineStroke(index), d: getPath(points, place, axes) })}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <EndLabels lines={lines} place={place} />
          {hovered !== null && (
            <b className={classes.cursor} style={{ left: `${place.x(hovered) * 100}%` }} />
          )}
        </div>
        <Marks marks={labelled.map((x) => ({ x, at: place.x(x), text: formatLabel(x) }))} />
      </div>
    </div>
  )
}

const LABEL_HEIGHT = 0.08

/** The names of several lines next to their ends, moved apart where the lines meet. */
function EndLabels({ lines, place }: { lines: readonly PlotLine[]; place: Scales }) {
  if (lines.length < 2) return null
  const labels = lines
    .flatMap(({ id, name, points, isDotted }, index) => {
      const last = points.at(-1)
      return isDotted || !last ? [] : [{ id, name, index, y: place.y(last.y) }]
    })
    .sort((one, other) => one.y - other.y)
  let next = 0
  return labels.map(({ id, name, index, y }) => {
    const top = Math.max(y, next)
    next = top + LABEL_HEIGHT
    return (
      <span
        key={id}
        className={classes.label}
        style={{ top: `${top * 100}%`, color: getLineStyle(index).color }}
      >
        {name}
      </span>
    )
  })
}

/** The labels of the x axis that fit without overlapping; fewer are shown on phones. */
function Marks({ marks }: { marks: readonly { x: number; at: number; text: string }[] }) {
  const pixels = Math.max(...marks.map(({ text }) => text.length)) * CHARACTER_WIDTH
  const shown = selectSpaced(marks, pixels / WIDTHS.wide)
  const onPhones = new Set(selectSpaced(shown, pixels / WIDTHS.narrow))
  return (
    <div className={classes.xs}>
      {shown.map((mark) => (
        <span key={mark.x} data-wide={!onPhones.has(mark)} style={{ left: `${mark.at * 100}%` }}>
          {mark.text}
        </span>
      ))}
    </div>
  )
}

/** The legend, with the value of each line at `x`. */
function Readout({
  lines,
  axes,
  x,
}: {
  lines: readonly PlotLine[]
  axes: PlotAxes
  x: number | null
}) {
  return (
    <div className={classes.readout}>
      <Legend>
        {lines.map(({ id, name, points, isDotted }, index) => {
          const read = x === null ? undefined : valueAt(points, x, axes.isStepped)
          return (
            <LegendItem key={id} {...(isDotted ? DOTS : getLineStyle(index))}>
              {name}
              {read !== undefined && <b>{axes.formatY(read)}</b>}
            </LegendItem>
          )
        })}
      </Legend>
      {x !== null && <span>{axes.formatX(x)}</span>}
    </div>
  )
}

/**
 * Returns the value of a line at `x`: for stepped lines the latest value at or before it, otherwise the value of a
 * point exactly there. Undefined if there is none.
 */
const valueAt = (points: readonly PlotPoint[], x: number, isStepped: boolean) =>
  isStepped ? points.findLast((point) => point.x <= x)?.y : points.find((point) => point.x === x)?.y

interface Scales {
  /** Horizontal position of a value, from 0 (left) to 1. */
  x: (x: number) => number
  /** Vertical position of a value, from 0 (top) to 1. */
  y: (y: number) => number
  ticks: readonly number[]
}

function createScales(xs: readonly number[], lines: readonly PlotLine[], axes: PlotAxes): Scales {
  const scale = axes.isLogarithmic ? Math.log : (x: number) => x
  const [first, last] = [scale(xs[0] ?? 0), scale(axes.end ?? xs.at(-1) ?? 1)]
  const ticks = computeTicks(
    lines.flatMap(({ points }) => points.map(({ y }) => y)),
    axes.isClock,
  )
  const [min, max] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  return {
    x: (x) => (last === first ? 0.5 : (scale(x) - first) / (last - first)),
    y: (y) => {
      const height = (y - min) / (max - min)
      return axes.isInverted ? height : 1 - height
    },
    ticks,
  }
}

/**
 * Returns the SVG path of a line in hundredths of the plot. A single point is drawn as a dot; without points the path
 * is empty.
 */
function getPath(
  points: readonly PlotPoint[],
  place: Scales,
  { isStepped, end }: PlotAxes,
): string {
  const at = (x: number, y: number) =>
    `${(place.x(x) * 100).toFixed(2)} ${(place.y(y) * 100).toFixed(2)}`
  const path = points.flatMap(({ x, y }, index) => {
    const before = points[index - 1]
    return isStepped && before ? [at(x, before.y), at(x, y)] : [at(x, y)]
  })
  const last = points.at(-1)
  if (!last) return ''
  if (isStepped) path.push(at(end ?? last.x, last.y))
  return `M${(path.length === 1 ? [...path, ...path] : path).join(' L')}`
}

/** Lines with their positions, those that are drawn behind the others first. */
const orderForDrawing = (lines: readonly PlotLine[]) =>
  lines
    .map((line, index) => ({ ...line, index }))
    .sort((one, other) => Number(other.isDotted ?? false) - Number(one.isDotted ?? false))

/** Returns the SVG path of dots: lines without a length, which have round ends. */
const getDots = (points: readonly PlotPoint[], place: Scales): string =>
  points
    .map(({ x, y }) => `M${(place.x(x) * 100).toFixed(2)} ${(place.y(y) * 100).toFixed(2)}h0`)
    .join('')

function nearest(xs: readonly number[], distance: (x: number) => number): number | null {
  const [first = null, ...others] = xs
  if (first === null) return null
  return others.reduce((best, x) => (distance(x) < distance(best) ? x : best), first)
}
