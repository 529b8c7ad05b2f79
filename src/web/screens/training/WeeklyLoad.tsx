import type { PeriodLoad } from '@/web/api/training'
import { NumberTable } from '@/web/components/NumberTable'
import { Panel } from '@/web/components/Panel'
import { formatDay } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { periodName } from '@/web/sums/period-name'
import { signed } from './signed'
import classes from './WeeklyLoad.module.css'

/** Only so many bars have room. */
const MOST_BARS = 26

/** The load of each week, and by how much fitness grew in it. */
export function WeeklyLoad({ weeks, isTable }: { weeks: readonly PeriodLoad[]; isTable: boolean }) {
  const preferences = usePreferences()
  const { locale } = preferences
  const number = (value: number) => formatNumber(value, 0, locale)
  const ramp = (week: PeriodLoad) => (week.ramp === undefined ? '–' : signed(week.ramp, locale))
  const shown = weeks.slice(-MOST_BARS)
  const most = Math.max(1, ...shown.map(({ load }) => load))
  if (isTable)
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
            <td>{ramp(week)}</td>
          </tr>
        ))}
      </NumberTable>
    )
  return (
    <Panel title={t('training.weekly')}>
      <ol className={classes.chart} aria-label={t('training.weekly')}>
        {shown.map((week) => (
          <li key={week.period}>
            <span className={classes.sum}>{number(week.load)}</span>
            <span
              className={classes.bar}
              style={{ height: `calc((100% - 58px) * ${week.load / most})` }}
            />
            <span className={classes.name}>{periodName(week.period, { locale })}</span>
            <span className={classes.ramp}>{ramp(week)}</span>
          </li>
        ))}
      </ol>
      <p className={classes.note}>{t('training.rampNote')}</p>
    </Panel>
  )
}
