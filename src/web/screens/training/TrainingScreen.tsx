import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type DayForm, formQuery, PERIOD_LOADS, periodLoadsQuery } from '@/web/api/training'
import { Figures } from '@/web/components/Figures'
import { FigureTabs } from '@/web/components/FigureTabs'
import { LoadError } from '@/web/components/LoadError'
import { Page } from '@/web/components/Page'
import { Panel } from '@/web/components/Panel'
import { Segments } from '@/web/components/Segments'
import { dayOf } from '@/web/format/dates'
import { daysAfter } from '@/web/format/days'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import { Explanations } from '@/web/training/Explanations'
import { everyWeek } from './every-week'
import { FormChart } from './FormChart'
import { FormTable } from './FormTable'
import { PeriodZones } from './PeriodZones'
import { signed } from './signed'
import classes from './TrainingScreen.module.css'
import { WeeklyLoad } from './WeeklyLoad'

const RANGES = {
  '90': 'training.quarter',
  '365': 'training.year',
  '1095': 'training.threeYears',
} as const
type Range = keyof typeof RANGES
/** Numeric keys are in the order of their numbers. */
const RANGE_NAMES = Object.keys(RANGES) as Range[]

/** How load made somebody fit and tired, week by week, and how the time was spent in zones. */
export function TrainingScreen() {
  const preferences = usePreferences()
  const profile = useProfile()
  const [range, setRange] = useState<Range>('90')
  const [isTable, showTable] = useState(false)
  const from = daysAfter(dayOf(new Date(), preferences), 1 - Number(range))
  const form = useQuery(formQuery(from))
  const week = profile?.weekm ? 'weekm' : 'week'
  const weeks = useQuery(periodLoadsQuery(week, from))
  const { days, update = null } = form.data ?? {}
  useFreshPeriods(update)
  const estimates = (weeks.data ?? []).reduce((sum, week) => sum + week.estimates, 0)
  const isEmpty = days?.every(({ fitness }) => fitness === 0) ?? false
  return (
    <Page wide title={t('training.title')} lead={t('training.lead')} tabs={<FigureTabs />}>
      <LoadError of={[form, weeks]} />
      {update && <p role="status">{t('threshold.updating', update)}</p>}
      {isEmpty && !update && (
        <p>
          {t('training.none')} <Link to="/profile/edit/thresholds">{t('load.setThresholds')}</Link>
        </p>
      )}
      {days && !isEmpty && (
        <>
          <Today days={days} />
          <div className={classes.controls}>
            <Segments
              label={t('stats.period')}
              value={range}
              onChange={setRange}
              data={RANGE_NAMES.map((value) => ({ value, label: t(RANGES[value]) }))}
            />
            <Segments
              label={t('stats.look')}
              value={isTable ? 'table' : 'chart'}
              onChange={(look) => showTable(look === 'table')}
              data={[
                { value: 'chart', label: t('stats.chart') },
                { value: 'table', label: t('stats.table') },
              ]}
            />
          </div>
          {isTable ? (
            <FormTable days={days} />
          ) : (
            <Panel title={t('training.form')}>
              <FormChart days={days} />
            </Panel>
          )}
          <WeeklyLoad weeks={everyWeek(weeks.data ?? [], days)} isTable={isTable} />
          {estimates > 0 && <p>{t('training.estimates', { count: estimates })}</p>}
        </>
      )}
      <PeriodZones week={week} isTable={isTable} />
      <Explanations
        of={[
          ...(['fitness', 'fatigue', 'form', 'ramp', 'power', 'pace', 'swim'] as const),
          ...(['heart_rate', 'estimate', 'trimp', 'zones'] as const),
        ]}
      />
    </Page>
  )
}

/** Asks again for the loads of periods as long as loads are made anew, with every step of that. */
function useFreshPeriods(update: object | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (update) return () => void client.invalidateQueries({ queryKey: PERIOD_LOADS })
  }, [client, update])
}

/** Where somebody stands now. */
function Today({ days }: { days: readonly DayForm[] }) {
  const { locale } = usePreferences()
  const today = days.at(-1)
  if (!today) return null
  const before = days.at(-8)
  const quantity = (value: number) => ({ value: formatNumber(value, 0, locale), unit: '' })
  return (
    <Figures
      label={t('training.today')}
      figures={[
        [t('load.fitness'), quantity(today.fitness)],
        [t('load.fatigue'), quantity(today.fatigue)],
        [t('load.form'), quantity(today.form)],
        ...(before
          ? [
              [
                t('load.ramp'),
                { value: signed(today.fitness - before.fitness, locale), unit: '' },
              ] as const,
            ]
          : []),
      ]}
    />
  )
}
