import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/accounts/sports'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { usePreferences } from '@/web/state/preferences'
import classes from './BarChart.module.css'
import { type Bar, formatTotal, type Measure } from './measures'

/** Height of the highest bar in percent of the chart, which leaves space for the number above it. */
const TOP_SHARE = 82

/** A bar chart with a bar for each period, stacked in the colours of the sports. */
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
  /** The sport of all bars; undefined if they include several. */
  sportId?: number | undefined
  nameOf: (period: string) => string
}) {
  const preferences = usePreferences()
  const { data: sports = [] } = useQuery(sportsQuery)
  const format = (total: number) => formatTotal(measure, total, { ...preferences, sportId })
  const highest = Math.max(...bars.map(({ total }) => total), 0)
  const sportOf = (id: number) => sports.find((sport) => sport.id === id)
  return (
    <div className={classes.frame}>
      <ol className={classes.chart} aria-label={label}>
        {bars.map(({ name, parts, total }) => (
          <li key={name} className={classes.period}>
            <span className={classes.total} title={format(total)}>
              {total > 0 && format(total)}
            </span>
            <div
              className={classes.bar}
              style={{ height: highest > 0 ? `${(total / highest) * TOP_SHARE}%` : 0 }}
            >
              {parts.map(({ sportId: part, value }) => (
                <div
                  key={part}
                  title={`${sportOf(part)?.label ?? ''}: ${formatTotal(measure, value, { ...preferences, sportId: part })}`}
                  style={{
                    flexGrow: value / total,
                    background: getSportStyle(part, sportOf(part)?.color).color,
                  }}
                />
              ))}
            </div>
            <span className={classes.name}>{nameOf(name)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
