import { useMemo } from 'react'
import type { ChartPoint } from '@/web/api/workouts/workouts'
import { t } from '@/web/i18n/text'
import type { EditChoice } from './edit-choice'
import classes from './RecordingEditor.module.css'

/** Maximum number of drawn points. */
const MAX_POINTS = 300
const HEIGHT = 80

/** The value to draw: how fast it was, or else the heart rate or elevation. */
function readerOf(points: readonly ChartPoint[]): (point: ChartPoint) => number | null | undefined {
  const readers = [
    ({ speed }: ChartPoint) => speed,
    ({ pace }: ChartPoint) => (pace ? 1 / pace : pace),
    ({ hr }: ChartPoint) => hr,
    ({ elevation }: ChartPoint) => elevation,
  ]
  return readers.find((read) => points.some((point) => read(point))) ?? (() => 0)
}

/** A line of about `MAX_POINTS` values, as the points of an SVG polyline with the index of a point as x. */
function toPolyline(points: readonly ChartPoint[]): string {
  const read = readerOf(points)
  const step = Math.max(1, Math.ceil(points.length / MAX_POINTS))
  const values: number[] = []
  for (let i = 0; i < points.length; i += step) {
    const part = points.slice(i, i + step).map((point) => read(point) ?? 0)
    values.push(part.reduce((sum, value) => sum + value, 0) / part.length)
  }
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return values
    .map((value, i) => `${i * step},${HEIGHT - (HEIGHT * (value - least)) / (most - least || 1)}`)
    .join(' ')
}

/** The values along a recording, with the selected part marked. */
export function EditChart({
  points,
  choice: { tool, from, to },
}: {
  points: readonly ChartPoint[]
  choice: EditChoice
}) {
  const line = useMemo(() => toPolyline(points), [points])
  const last = Math.max(1, points.length - 1)
  const end = tool === 'split' ? last : to
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${last} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('trackEdit.chart')}
    >
      {tool !== 'spikes' && (
        <rect
          className={classes.marked}
          data-removes={tool === 'remove'}
          x={from}
          y={0}
          width={Math.max(0, end - from)}
          height={HEIGHT}
        />
      )}
      <polyline className={classes.line} points={line} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
