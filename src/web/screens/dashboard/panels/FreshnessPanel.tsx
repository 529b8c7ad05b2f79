import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fitnessQuery } from '@/web/api/workouts/training'
import { Sparkline } from '@/web/components/numbers/Sparkline'
import { Panel } from '@/web/components/page/Panel'
import { formatIsoDay } from '@/web/format/dates'
import { addDays } from '@/web/format/days'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './FreshnessPanel.module.css'

/** Six weeks, the time over which fitness is averaged. */
const DAYS = 42

/** Training balance of this morning with its last six weeks, and fitness. Both need thresholds. */
export function FreshnessPanel() {
  const preferences = usePreferences()
  const today = formatIsoDay(new Date(), preferences)
  const { data } = useQuery(fitnessQuery(addDays(today, -DAYS)))
  const days = data?.days.filter(({ day }) => day <= today) ?? []
  const last = days.at(-1)
  const isEmpty = data && days.every(({ load, fitness }) => load === 0 && fitness === 0)
  const number = (value: number) => formatNumber(value, 0, preferences.locale)
  return (
    <Panel title={t('freshness.title')}>
      {isEmpty && (
        <p className={classes.fitness}>
          {t('load.lacking')} <Link to="/profile/edit/thresholds">{t('load.setThresholds')}</Link>
        </p>
      )}
      <div className={classes.row}>
        {last && !isEmpty && (
          <>
            <p className={classes.value}>
              <strong>
                {Math.round(last.form) > 0 ? '+' : ''}
                {number(last.form)}
              </strong>
              <span>{t('freshness.morning')}</span>
            </p>
            <div className={classes.line}>
              <Sparkline lines={[{ values: days.map(({ form }) => form) }]} />
            </div>
          </>
        )}
      </div>
      {last && !isEmpty && (
        <p className={classes.fitness}>
          {t('freshness.fitness', { fitness: number(last.fitness), fatigue: number(last.fatigue) })}{' '}
          <Link to="/training">{t('freshness.more')}</Link>
        </p>
      )}
    </Panel>
  )
}
