import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/accounts/sports'
import type { PeriodLoad } from '@/web/api/workouts/training'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { Panel } from '@/web/components/page/Panel'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { formatDay } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { formatPeriodShort } from '@/web/totals/format-period'
import { divideBySport, OTHER_SPORTS } from './divide-by-sport'
import { signed } from './signed'
import classes from './WeeklyLoad.module.css'

/** The chart has space for this many bars. */
const MAX_BARS = 26

const formatRamp = ({ ramp }: PeriodLoad, locale: string) =>
  ramp === undefined ? '–' : signed(ramp, locale)

/** The load of each week, divided by sport, and the change in fitness. */
export function WeeklyLoad({ weeks, isTable }: { weeks: readonly PeriodLoad[]; isTable: boolean }) {
  const preferences = usePreferences()
  const { locale } = preferences
  const number = (value: number) => formatNumber(value, 0, locale)
  const shown = weeks.slice(-MAX_BARS)
  const max = Math.max(1, ...shown.map(({ load }) => load))
  const shares = divideBySport(shown)
  const lookOf = useSportLooks()
  if (isTable) return <WeekTable weeks={weeks} />
  return (
    <Panel title={t('training.weekly')}>
      <Legend>
        {shares.map(({ sportId }) => (
          <LegendItem key={sportId} color={lookOf(sportId).color}>
            {sportId === OTHER_SPORTS ? t('training.others') : lookOf(sportId).name}
          </LegendItem>
        ))}
      </Legend>
      <ol className={classes.chart} aria-label={t('training.weekly')}>
        {shown.map((week) => (
          <li key={week.period}>
            <span className={classes.sum}>{number(week.load)}</span>
            <span
              className={classes.bar}
              style={{ height: `calc((100% - 58px) * ${week.load / max})` }}
            >
              {/* The sport with the highest load is at the bottom. */}
              {shares.map(({ sportId, loadIn }) => {
                const load = loadIn(week)
                const { color } = lookOf(sportId)
                if (load === 0) return null
                return <span key={sportId} style={{ flexGrow: load, background: color }} />
              })}
            </span>
            <span className={classes.name}>{formatPeriodShort(week.period, preferences)}</span>
            <span className={classes.ramp}>{formatRamp(week, locale)}</span>
          </li>
        ))}
      </ol>
      <p className={classes.note}>{t('training.rampNote')}</p>
    </Panel>
  )
}

/** The weeks as a table, latest first. */
function WeekTable({ weeks }: { weeks: readonly PeriodLoad[] }) {
  const preferences = usePreferences()
  const number = (value: number) => formatNumber(value, 0, preferences.locale)
  return (
    <NumberTable
      title={t('training.weekly')}
      headings={[
        ...[t('training.week'), t('workouts.title'), t('load.load'), t('load.trimp')],
        ...[t('load.fitness'), t('load.ramp')],
      ]}
    >
      {weeks.toReversed().map((week) => (
        <tr key={week.period}>
          <th scope="row">{formatDay(week.period, preferences)}</th>
          <td>{week.workouts}</td>
          <td>{number(week.load)}</td>
          <td>{number(week.trimp)}</td>
          <td>{week.fitness === undefined ? '–' : number(week.fitness)}</td>
          <td>{formatRamp(week, preferences.locale)}</td>
        </tr>
      ))}
    </NumberTable>
  )
}

/** Returns the names and colours of sports, as the account has chosen them. */
function useSportLooks() {
  const { data: sports = [] } = useQuery(sportsQuery)
  return (sportId: number) => {
    const sport = sports.find(({ id }) => id === sportId)
    return { name: sport?.label, color: getSportStyle(sportId, sport?.color).color }
  }
}
