import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bestEffortsQuery } from '@/web/api/workouts/efforts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Choice } from '@/web/components/forms/Choice'
import { EFFORT_KIND_NAMES, EFFORT_KINDS } from '@/web/components/numbers/effort-text'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { Curves } from './Curves'
import classes from './EffortsScreen.module.css'
import { EffortTable } from './EffortTable'
import { PERIODS, type PeriodName, startOfPeriod } from './periods'
import { SportChoice, WithoutSports } from './SportChoice'
import { TIME_NAMES } from './time-names'
import { useDoneSports } from './use-done-sports'

const route = getRouteApi('/member/efforts')

/** The best efforts of a sport for every distance and time: recent and all-time. */
export function EffortsScreen() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const done = useDoneSports(search.sport)
  const { sport } = done
  const period = PERIODS.find((name) => name === search.period) ?? 'quarter'
  const change = (words: typeof search) =>
    void navigate({ to: '/efforts', search: { ...search, ...words }, replace: true })
  return (
    <Page
      wide
      title={t('effort.title')}
      lead={t('efforts.lead')}
      tabs={<SummaryTabs />}
      actions={
        sport && (
          <Link to="/efforts/curves" search={{ sport: String(sport.id) }}>
            {t('efforts.curves')}
          </Link>
        )
      }
    >
      <WithoutSports done={done} />
      {sport && (
        <>
          <div className={classes.controls}>
            <SportChoice done={done} onChange={(id) => change({ sport: id })} />
            <Choice
              label={t('efforts.time')}
              options={PERIODS.map((value) => ({ value, label: t(TIME_NAMES[value]) }))}
              value={period}
              onChange={(name) => change({ period: name })}
            />
          </div>
          <EffortCurves sportId={sport.id} period={period} />
          <Bests sportId={sport.id} period={period} />
        </>
      )}
    </Page>
  )
}

function Bests({ sportId, period }: { sportId: number; period: PeriodName }) {
  const { timeZone } = usePreferences()
  const ever = useQuery(bestEffortsQuery(sportId, {}))
  const days = { from: startOfPeriod(period, new Date(), timeZone) }
  const lately = useQuery(bestEffortsQuery(sportId, days))
  if (!ever.data || !lately.data) return <LoadError queries={[ever, lately]} />
  if (ever.data.length === 0) return <p>{t('efforts.none')}</p>
  const columns = [
    { id: 'lately', heading: t(TIME_NAMES[period]), efforts: lately.data },
    { id: 'ever', heading: t('efforts.ever'), efforts: ever.data },
  ]
  const [first, ...others] = EFFORT_KINDS.filter((kind) =>
    ever.data.some((effort) => effort.kind === kind),
  )
  return (
    <>
      {first && <EffortTable sportId={sportId} kind={first} columns={columns} />}
      {others.map((kind) => (
        <details key={kind} className={classes.more}>
          <summary>{t(EFFORT_KIND_NAMES[kind])}</summary>
          <EffortTable sportId={sportId} kind={kind} columns={columns} />
        </details>
      ))}
    </>
  )
}

/** The curve of the period next to that of all time. */
function EffortCurves({ sportId, period }: { sportId: number; period: PeriodName }) {
  const { timeZone } = usePreferences()
  const [curve, choose] = useState('distance')
  const days = { from: startOfPeriod(period, new Date(), timeZone) }
  return (
    <Curves
      sportId={sportId}
      wanted={curve}
      onCurve={choose}
      one={{ heading: t(TIME_NAMES[period]), days }}
      other={{ heading: t('efforts.ever'), days: {} }}
    />
  )
}
