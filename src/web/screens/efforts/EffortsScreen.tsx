import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type BestEffort, bestEffortsQuery } from '@/web/api/efforts'
import { recordsQuery } from '@/web/api/records'
import { sportsQuery } from '@/web/api/sports'
import { Choice } from '@/web/components/Choice'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import {
  EFFORT_KIND_NAMES,
  EFFORT_KINDS,
  effortTarget,
  effortValue,
} from '@/web/components/effort-text'
import { NumberTable } from '@/web/components/NumberTable'
import { Page } from '@/web/components/Page'
import { formatDate } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { plain } from '@/web/format/quantity'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './EffortsScreen.module.css'
import { PERIODS, type PeriodName, startOfPeriod } from './periods'

const PERIOD_NAMES: Readonly<Record<PeriodName, TextKey>> = {
  month: 'efforts.month',
  quarter: 'efforts.quarter',
  year: 'efforts.year',
}

/** The best of a sport for every distance and time: lately, and ever. */
export function EffortsScreen() {
  const records = useQuery(recordsQuery)
  const sports = useQuery(sportsQuery)
  const [chosen, choose] = useState<string | null>(null)
  const [period, setPeriod] = useState<PeriodName>('quarter')
  const done = [...new Set((records.data ?? []).map(({ sport_id }) => String(sport_id)))]
  const sport = chosen ?? done[0]
  const nameOf = (id: string) => sports.data?.find((each) => String(each.id) === id)?.label ?? id
  const error = records.error ?? sports.error
  return (
    <Page wide title={t('effort.title')} lead={t('efforts.lead')}>
      {error && <ErrorPanel error={error} onRetry={() => records.refetch()} />}
      {records.data && done.length === 0 && <p>{t('records.none')}</p>}
      {sport !== undefined && (
        <>
          <div className={classes.controls}>
            <Choice
              label={t('add.sport')}
              options={done.map((value) => ({ value, label: nameOf(value) }))}
              value={sport}
              onChange={choose}
            />
            <Choice
              label={t('efforts.period')}
              options={PERIODS.map((value) => ({ value, label: t(PERIOD_NAMES[value]) }))}
              value={period}
              onChange={setPeriod}
            />
          </div>
          <Bests sportId={Number(sport)} period={period} />
        </>
      )}
    </Page>
  )
}

function Bests({ sportId, period }: { sportId: number; period: PeriodName }) {
  const { timeZone } = usePreferences()
  const ever = useQuery(bestEffortsQuery(sportId, undefined))
  const lately = useQuery(bestEffortsQuery(sportId, startOfPeriod(period, new Date(), timeZone)))
  const error = ever.error ?? lately.error
  if (error) return <ErrorPanel error={error} onRetry={() => ever.refetch()} />
  if (!ever.data || !lately.data) return null
  if (ever.data.length === 0) return <p>{t('efforts.none')}</p>
  const recent = new Map(lately.data.map((effort) => [keyOf(effort), effort]))
  return EFFORT_KINDS.map((kind) => {
    const efforts = ever.data.filter((effort) => effort.kind === kind)
    if (efforts.length === 0) return null
    return <KindTable key={kind} kind={kind} efforts={efforts} recent={recent} period={period} />
  })
}

const keyOf = ({ kind, target }: BestEffort) => `${kind} ${target}`

function KindTable({
  kind,
  efforts,
  recent,
  period,
}: {
  kind: BestEffort['kind']
  efforts: readonly BestEffort[]
  recent: ReadonlyMap<string, BestEffort>
  period: PeriodName
}) {
  const preferences = usePreferences()
  return (
    <NumberTable
      title={t(EFFORT_KIND_NAMES[kind])}
      headings={[t('effort.target'), t(PERIOD_NAMES[period]), t('efforts.ever')]}
    >
      {efforts.map((effort) => (
        <tr key={effort.target}>
          <th scope="row">{effortTarget(effort, preferences)}</th>
          <td>
            <Holder effort={recent.get(keyOf(effort))} />
          </td>
          <td>
            <Holder effort={effort} />
          </td>
        </tr>
      ))}
    </NumberTable>
  )
}

/** What was reached, and the day of the workout in which it was, which it leads to. */
function Holder({ effort }: { effort: BestEffort | undefined }) {
  const preferences = usePreferences()
  if (!effort) return '–'
  const { workout_id: workoutId, workout_title: title } = effort
  return (
    <Link
      className={classes.holder}
      to="/workouts/$workoutId"
      params={{ workoutId }}
      title={title ?? undefined}
    >
      {plain(effortValue(effort, preferences))}
      {effort.per_kilogram !== undefined && (
        <small>
          {formatNumber(effort.per_kilogram, 2, preferences.locale)} {t('unit.wPerKg')}
        </small>
      )}
      <small>{formatDate(new Date(effort.workout_date), preferences)}</small>
    </Link>
  )
}
