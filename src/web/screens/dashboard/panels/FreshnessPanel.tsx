import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { estimateQuery } from '@/web/api/workouts/fitness-estimate'
import { type DayFitness, fitnessQuery } from '@/web/api/workouts/training'
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

const isEmpty = (days: readonly DayFitness[]) =>
  days.every(({ load, fitness }) => load === 0 && fitness === 0)

/**
 * The days since `from` up to today. Without thresholds, they are estimated with the suggested ones. Undefined while they
 * load, and empty without any load.
 */
function useFreshness(from: string, today: string) {
  const computed = useQuery(fitnessQuery(from)).data?.days
  const isEstimate = computed !== undefined && isEmpty(computed)
  const estimated = useQuery({ ...estimateQuery(from), enabled: isEstimate }).data?.days
  const days = (isEstimate ? estimated : computed)?.filter(({ day }) => day <= today)
  return { days: days && isEmpty(days) ? [] : days, isEstimate }
}

/** Training balance of this morning with its last six weeks, and fitness. */
export function FreshnessPanel() {
  const preferences = usePreferences()
  const today = formatIsoDay(new Date(), preferences)
  const { days, isEstimate } = useFreshness(addDays(today, -DAYS), today)
  const last = days?.at(-1)
  const number = (value: number) => formatNumber(value, 0, preferences.locale)
  return (
    <Panel title={t('freshness.title')}>
      {days?.length === 0 && (
        <p className={classes.fitness}>
          {t('load.lacking')} <Link to="/profile/edit/thresholds">{t('load.setThresholds')}</Link>
        </p>
      )}
      <div className={classes.row}>
        {last && (
          <>
            <p className={classes.value}>
              <strong>
                {Math.round(last.form) > 0 ? '+' : ''}
                {number(last.form)}
              </strong>
              <span>{t('freshness.morning')}</span>
            </p>
            <div className={classes.line}>
              <Sparkline lines={[{ values: (days ?? []).map(({ form }) => form) }]} />
            </div>
          </>
        )}
      </div>
      {last && (
        <p className={classes.fitness}>
          {t('freshness.fitness', { fitness: number(last.fitness), fatigue: number(last.fatigue) })}{' '}
          {isEstimate && `${t('freshness.estimate')} `}
          <Link to="/training">{t('freshness.more')}</Link>
        </p>
      )}
    </Panel>
  )
}
