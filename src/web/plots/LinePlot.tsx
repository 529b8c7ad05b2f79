import { type PointerEvent, useState } from 'react'
import { Legend, LegendItem } from '@/web/components/Legend'
import classes from './LinePlot.module.css'
import { lineLook, lineStroke } from './line-looks'
import { spread, ticksOf } from './ticks'

/** A place of a line. */
export interface PlotPoint {
  x: number
  y: number
}

/** A line, and what it is called. */
export interface PlotLine {
  id: string
  name: string
  /** In rising order of `x`. */
  points: readonly PlotPoint[]
}

/** How a plot is laid out and read. */
export interface PlotAxes {
  /** Whether as far apart lies what is as many times as much, rather than what is as much more. */
  isLogarithmic: boolean
  /** Whether a value holds until the next one. */
  isStepped: boolean
  /** Whether less is drawn higher. */
  isInverted: boolean
  /** Whether `y` is seconds, marked at whole minutes and hours. */
  isClock: boolean
  /** Where the x axis ends; where the last point is when absent. */
  end?: number
  writeX: (x: number) => string
  writeY: (y: number) => string
}

/** Pixels that a letter of a mark takes, and that a plot is wide at least: on a phone, and elsewhere. */
const LETTER = 7.5
const WIDTHS = { narrow: 230, wide: 560 }

/**
 * Lines over one axis, and what they read where the pointer is. It is for the eye: what it shows stands in a table, too.
 */
export function LinePlot({ lines, axes }: { lines: readonly PlotLine[]; axes: PlotAxes }) {
  const [pointed, point] = useState<number | null>(null)
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort(
    (one, other) => one - other,
  )
  const place = placesOf(xs, lines, axes)
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    point(nearest(xs, (x) => Math.abs(place.x(x) - (clientX - left) / width)))
  }
  return (
    <div aria-hidden="true">
      <Readout lines={lines} axes={axes} x={pointed} />
      <div className={classes.frame}>
        <div className={classes.ys}>
          {place.ticks.map((y) => (
            <span key={y} style={{ top: `${place.y(y) * 100}%` }}>
              {axes.writeY(y)}
            </span>
          ))}
        </div>
        <div
          className={classes.plot}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => point(null)}
        >
          {place.ticks.map((y) => (
            <i key={y} style={{ top: `${place.y(y) * 100}%` }} />
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {lines.map(({ id, points }, index) => (
              <path
                key={id}
                style={lineStroke(index)}
                d={pathOf(points, place, axes)}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          {pointed !== null && (
            <b className={classes.cursor} style={{ left: `${place.x(pointed) * 100}%` }} />
          )}
        </div>
        <Marks marks={xs.map((x) => ({ x, at: place.x(x), text: axes.writeX(x) }))} />
      </div>
    </div>
  )
}

/** The marks of the x axis that there is room for, fewer of them on a phone. */
function Marks({ marks }: { marks: readonly { x: number; at: number; text: string }[] }) {
  const pixels = Math.max(...marks.map(({ text }) => text.length)) * LETTER
  const shown = spread(marks, pixels / WIDTHS.wide)
  const few = new Set(spread(shown, pixels / WIDTHS.narrow))
  return (
    <div className={classes.xs}>
      {shown.map((mark) => (
        <span key={mark.x} data-wide={!few.has(mark)} style={{ left: `${mark.at * 100}%` }}>
          {mark.text}
        </span>
      ))}
    </div>
  )
}

/** The names of the lines, and what they read at a place. */
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
        {lines.map(({ id, name, points }, index) => {
          const read = x === null ? undefined : valueAt(points, x, axes.isStepped)
          return (
            <LegendItem key={id} {...lineLook(index)}>
              {name}
              {read !== undefined && <b>{axes.writeY(read)}</b>}
            </LegendItem>
          )
        })}
      </Legend>
      {x !== null && <span>{axes.writeX(x)}</span>}
    </div>
  )
}

/** What a line reads at a place: where values hold until the next one, the last one before it. */
const valueAt = (points: readonly PlotPoint[], x: number, isStepped: boolean) =>
  isStepped ? points.findLast((point) => point.x <= x)?.y : points.find((point) => point.x === x)?.y

interface Places {
  /** From 0, left, to 1. */
  x: (x: number) => number
  /** From 0, on top, to 1. */
  y: (y: number) => number
  ticks: readonly number[]
}

function placesOf(xs: readonly number[], lines: readonly PlotLine[], axes: PlotAxes): Places {
  const scale = axes.isLogarithmic ? Math.log : (x: number) => x
  const [first, last] = [scale(xs[0] ?? 0), scale(axes.end ?? xs.at(-1) ?? 1)]
  const ticks = ticksOf(
    lines.flatMap(({ points }) => points.map(({ y }) => y)),
    axes.isClock,
  )
  const [least, most] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  return {
    x: (x) => (last === first ? 0.5 : (scale(x) - first) / (last - first)),
    y: (y) => {
      const height = (y - least) / (most - least)
      return axes.isInverted ? height : 1 - height
    },
    ticks,
  }
}

/** The way of a line in hundredths; a single point is drawn as a dot, and nothing where there is none. */
function pathOf(points: readonly PlotPoint[], place: Places, { isStepped, end }: PlotAxes): string {
  const at = (x: number, y: number) =>
    `${(place.x(x) * 100).toFixed(2)} ${(place.y(y) * 100).toFixed(2)}`
  const way = points.flatMap(({ x, y }, index) => {
    const before = points[index - 1]
    return isStepped && before ? [at(x, before.y), at(x, y)] : [at(x, y)]
  })
  const last = points.at(-1)
  if (!last) return ''
  if (isStepped) way.push(at(end ?? last.x, last.y))
  return `M${(way.length === 1 ? [...way, ...way] : way).join(' L')}`
}

function nearest(xs: readonly number[], distance: (x: number) => number): number | null {
  const [first = null, ...others] = xs
  if (first === null) return null
  return others.reduce((best, x) => (distance(x) < distance(best) ? x : best), first)
}
