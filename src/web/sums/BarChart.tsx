import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/sports'
import { sportLook } from '@/web/components/sport-looks'
import { usePreferences } from '@/web/state/preferences'
import classes from './BarChart.module.css'
import { type Bar, type Measure, measureText } from './measures'

/** Room above the highest bar for its number. */
const TOP_SHARE = 82

/** One bar for each period, in the colours of the sports. */
export function BarChart({
  label,
  bars,
  measure,
  sportId,
  nameOf,
}: {
  label: string
  bars: readonly Bar[]
  measure: Measure
  /** The sport that the bars are of; none where they are of several. */
  sportId?: number | undefined
  nameOf: (period: string) => string
}) {
  const preferences = usePreferences()
  const { data: sports = [] } = useQuery(sportsQuery)
  const write = (sum: number) => measureText(measure, sum, { ...preferences, sportId })
  const highest = Math.max(...bars.map(({ sum }) => sum), 0)
  const sportOf = (id: number) => sports.find((sport) => sport.id === id)
  return (
    <ol className={classes.chart} aria-label={label}>
      {bars.map(({ name, parts, sum }) => (
        <li key={name} className={classes.period}>
          <span className={classes.sum} title={write(sum)}>
            {sum > 0 && write(sum)}
          </span>
          <div
            className={classes.bar}
            style={{ height: highest > 0 ? `${(sum / highest) * TOP_SHARE}%` : 0 }}
          >
            {parts.map(({ sportId: part, value }) => (
              <div
                key={part}
                title={`${sportOf(part)?.label ?? ''}: ${measureText(measure, value, { ...preferences, sportId: part })}`}
                style={{
                  flexGrow: value / sum,
                  background: sportLook(part, sportOf(part)?.color).color,
                }}
              />
            ))}
          </div>
          <span className={classes.name}>{nameOf(name)}</span>
        </li>
      ))}
    </ol>
  )
}
