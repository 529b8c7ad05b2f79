import classes from './Sparkline.module.css'

const [WIDTH, HEIGHT] = [100, 32]

/** A line of a sparkline; `faint` lines are for comparison. */
export interface SparkLine {
  values: readonly number[]
  faint?: boolean
}

/**
 * A small line chart without axes, in the current text colour. Decorative, because the numbers next to it say the same.
 * All lines share one scale, from their smallest to their largest value; a line with fewer values than the longest ends
 * earlier.
 */
export function Sparkline({ lines }: { lines: readonly SparkLine[] }) {
  const all = lines.flatMap(({ values }) => values)
  const [min, max] = [Math.min(...all), Math.max(...all)]
  const steps = Math.max(1, ...lines.map(({ values }) => values.length - 1))
  const place = (value: number, index: number) =>
    `${((index / steps) * WIDTH).toFixed(1)},${(HEIGHT - ((value - min) / (max - min || 1)) * HEIGHT).toFixed(1)}`
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {lines.map(({ values, faint = false }) => (
        <polyline
          key={String(faint)}
          points={values.map(place).join(' ')}
          data-faint={faint || undefined}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
