import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type DayFitness,
  fitnessQuery,
  PERIOD_LOADS,
  periodLoadsQuery,
} from '@/web/api/workouts/training'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Figures } from '@/web/components/numbers/Figures'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatDay, formatIsoDay } from '@/web/format/dates'
import { addDays } from '@/web/format/days'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { Explanations } from '@/web/training/Explanations'
import { EstimatedFitness } from './EstimatedFitness'
import { everyWeek } from './every-week'
import { FormChart } from './FormChart'
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
/** Integer keys are iterated in ascending order. */
const RANGE_NAMES = Object.keys(RANGES) as Range[]

/** Fitness and fatigue over time, weekly load, and time in zones. */
export function TrainingScreen() {
  const preferences = usePreferences()
  const profile = useProfile()
  const [range, setRange] = useState<Range>('90')
  const [isTable, showTable] = useState(false)
  const from = addDays(formatIsoDay(new Date(), preferences), 1 - Number(range))
  const form = useQuery(fitnessQuery(from))
  const week = profile?.weekm ? 'weekm' : 'week'
  const weeks = useQuery(periodLoadsQuery(week, from))
  const { days, update = null } = form.data ?? {}
  useFreshPeriods(update)
  const estimates = (weeks.data ?? []).reduce((sum, week) => sum + week.estimates, 0)
  const isEmpty = days?.every(({ fitness }) => fitness === 0) ?? false
  return (
    <Page wide title={t('training.title')} lead={t('training.lead')} tabs={<SummaryTabs />}>
      <LoadError queries={[form, weeks]} />
      {update && <p role="status">{t('threshold.updating', update)}</p>}
      {isEmpty && !update && (
        <>
          <div className={classes.controls}>
            <RangeChoice range={range} onChange={setRange} />
          </div>
          <EstimatedFitness from={from} />
        </>
      )}
      {days && !isEmpty && (
        <>
          <Today days={days} />
          <FormControls range={range} onRange={setRange} isTable={isTable} onTable={showTable} />
          {isTable ? (
            <FormTable days={days} />
          ) : (
            <Panel title={t('training.form')}>
              <FormChart days={days} isEstimate={false} />
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

/** Refetches the loads of periods with every progress update while loads are recomputed. */
function useFreshPeriods(update: object | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (update) return () => void client.invalidateQueries({ queryKey: PERIOD_LOADS })
  }, [client, update])
}

/** Today's fitness, fatigue and form. */
function Today({ days }: { days: readonly DayFitness[] }) {
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
        [t('training.formToday'), quantity(today.form)],
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

const COLUMNS = ['load', 'fitness', 'fatigue', 'form'] as const

/** The data of the chart as a table, latest day first. */
function FormTable({ days }: { days: readonly DayFitness[] }) {
  const preferences = usePreferences()
  return (
    <NumberTable
      title={t('training.form')}
      headings={[t('training.day'), ...COLUMNS.map((column) => t(`load.${column}`))]}
    >
      {days.toReversed().map((each) => (
        <tr key={each.day}>
          <th scope="row">{formatDay(each.day, preferences)}</th>
          {COLUMNS.map((column) => (
            <td key={column}>{formatNumber(each[column], 1, preferences.locale)}</td>
          ))}
        </tr>
      ))}
    </NumberTable>
  )
}

function FormControls({
  range,
  onRange,
  isTable,
  onTable,
}: {
  range: Range
  onRange: (range: Range) => void
  isTable: boolean
  onTable: (isTable: boolean) => void
}) {
  return (
    <div className={classes.controls}>
      <RangeChoice range={range} onChange={onRange} />
      <SegmentedControl
        label={t('stats.look')}
        value={isTable ? 'table' : 'chart'}
        onChange={(look) => onTable(look === 'table')}
        data={[
          { value: 'chart', label: t('stats.chart') },
          { value: 'table', label: t('stats.table') },
        ]}
      />
    </div>
  )
}

const RangeChoice = ({ range, onChange }: { range: Range; onChange: (range: Range) => void }) => (
  <SegmentedControl
    label={t('stats.period')}
    value={range}
    onChange={onChange}
    data={RANGE_NAMES.map((value) => ({ value, label: t(RANGES[value]) }))}
  />
)
