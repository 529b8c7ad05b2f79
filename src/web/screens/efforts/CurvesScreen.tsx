import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { EffortSearch } from '@/web/api/workouts/effort-search'
import type { Days } from '@/web/api/workouts/efforts'
import { Choice } from '@/web/components/forms/Choice'
import { DayField } from '@/web/components/forms/DayField'
import { Page } from '@/web/components/page/Page'
import { type DatePreferences, formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { Curves } from './Curves'
import classes from './EffortsScreen.module.css'
import {
  daysIn,
  getDays,
  getOtherDays,
  OTHER_TIMES,
  type OtherTimeName,
  TIMES,
  type TimeName,
} from './periods'
import { SportChoice, WithoutSports } from './SportChoice'
import { TIME_NAMES } from './time-names'
import { useDoneSports } from './use-done-sports'

const route = getRouteApi('/member/efforts/curves')

/** The best efforts for all times or distances as a curve, for one period compared with another. */
export function CurvesScreen() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const done = useDoneSports(search.sport)
  const { sport } = done
  const preferences = usePreferences()
  const time = TIMES.find((name) => name === search.period) ?? 'quarter'
  const other = OTHER_TIMES.find((name) => name === search.against) ?? 'before'
  const own = daysIn(search.from, search.to)
  const ownOther = daysIn(search.against_from, search.against_to)
  const days = getDays(time, own, new Date(), preferences.timeZone)
  const change = (words: EffortSearch) =>
    void navigate({ to: '/efforts/curves', search: { ...search, ...words }, replace: true })
  return (
    <Page
      wide
      title={t('efforts.curves')}
      lead={t('efforts.curvesLead')}
      actions={<EffortsLink sport={search.sport} />}
    >
      <WithoutSports done={done} />
      {sport && (
        <>
          <div className={classes.controls}>
            <SportChoice done={done} onChange={(id) => change({ sport: id })} />
            <TimeChoice
              label={t('efforts.time')}
              times={TIMES}
              chosen={time}
              days={own}
              onChoose={(period) => change({ period })}
              onDays={({ from, to }) => change({ from, to })}
            />
            <TimeChoice
              label={t('efforts.against')}
              times={OTHER_TIMES}
              chosen={other}
              days={ownOther}
              onChoose={(against) => change({ against })}
              onDays={({ from, to }) => change({ against_from: from, against_to: to })}
            />
          </div>
          <Curves
            sportId={sport.id}
            wanted={search.kind}
            onCurve={(curve) => change({ kind: curve })}
            one={{ heading: formatPeriodName(time, own, preferences), days }}
            other={{
              heading: formatPeriodName(other, ownOther, preferences),
              days: getOtherDays(other, ownOther, days),
            }}
          />
        </>
      )}
    </Page>
  )
}

/** The name of a period; custom periods are named by their days. */
function formatPeriodName(
  time: TimeName | OtherTimeName,
  days: Days,
  preferences: DatePreferences,
): string {
  const write = (day: string | undefined) =>
    day === undefined ? '' : formatDate(new Date(day), { ...preferences, timeZone: 'UTC' })
  const [from, to] = [write(days.from), write(days.to)]
  if (time !== 'days' || from + to === '') return t(TIME_NAMES[time])
  if (to === '') return t('filter.since', { from })
  return from === '' ? t('filter.until', { to }) : t('filter.between', { from, to })
}

/** Selects a period; custom periods have two fields for their days. */
function TimeChoice<Name extends TimeName | OtherTimeName>({
  label,
  times,
  chosen,
  days,
  onChoose,
  onDays,
}: {
  label: string
  times: readonly Name[]
  chosen: Name
  days: Days
  onChoose: (time: Name) => void
  onDays: (days: Days) => void
}) {
  const field = (name: keyof Days, text: string) => (
    <DayField
      size="md"
      label={`${label}: ${text}`}
      value={days[name] ?? ''}
      onChange={(day) => {
        const { [name]: _, ...others } = days
        onDays(day === '' ? others : { ...others, [name]: day })
      }}
    />
  )
  return (
    <>
      <Choice
        label={label}
        options={times.map((value) => ({ value, label: t(TIME_NAMES[value]) }))}
        value={chosen}
        onChange={onChoose}
      />
      {chosen === 'days' && field('from', t('filter.from'))}
      {chosen === 'days' && field('to', t('filter.to'))}
    </>
  )
}

function EffortsLink({ sport }: { sport: EffortSearch['sport'] }) {
  return (
    <Link to="/efforts" search={{ sport }}>
      {t('effort.title')}
    </Link>
  )
}
