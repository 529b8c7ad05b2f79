import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@/web/api/accounts/profile'
import { periodTotalsQuery } from '@/web/api/workouts/statistics'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Sparkline } from '@/web/components/numbers/Sparkline'
import { Panel } from '@/web/components/page/Panel'
import { SportMedal } from '@/web/components/people/SportMedal'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { formatIsoDay } from '@/web/format/dates'
import { formatSignedPercent } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { formatTotal } from '@/web/totals/measures'
import { compareYears, getSameDayLastYear, type SportYear } from '@/web/totals/year-to-date'
import classes from './YearPanel.module.css'

/** The sports with the most time; the others are on the statistics screen. */
const SHOWN = 4

/** This year's total of each sport, compared with last year up to the same day. */
export function YearPanel({ profile: { username } }: { profile: Profile }) {
  const preferences = usePreferences()
  const today = formatIsoDay(new Date(), preferences)
  const sameDay = getSameDayLastYear(today)
  const from = `${sameDay.slice(0, 4)}-01-01`
  const months = useQuery(periodTotalsQuery(username, { time: 'month', from, to: today }))
  const before = useQuery(periodTotalsQuery(username, { time: 'year', from, to: sameDay }))
  const sports =
    months.data && before.data
      ? compareYears({ months: months.data, before: before.data }, today)
      : undefined
  if (sports?.length === 0) return null
  return (
    <Panel title={t('year.title', { year: today.slice(0, 4) })}>
      <LoadError queries={[months, before]} />
      {!sports && <div className={classes.waiting} />}
      {sports && (
        <ul className={classes.sports}>
          {sports.slice(0, SHOWN).map((sport) => (
            <SportRow key={sport.sportId} sport={sport} year={today.slice(0, 4)} />
          ))}
        </ul>
      )}
      {sports && sports.length > SHOWN && <Link to="/statistics">{t('year.all')}</Link>}
    </Panel>
  )
}

/** One sport; a link to its workouts of the year. */
function SportRow({ sport, year }: { sport: SportYear; year: string }) {
  const { sportId, measure, now, before, thisYear, lastYear } = sport
  const preferences = usePreferences()
  const found = useSport(sportId)
  const format = (total: number) => formatTotal(measure, total, { ...preferences, sportId })
  return (
    <li className={classes.sport}>
      <SportMedal sportId={sportId} size={34} decorative />
      <span className={classes.name}>
        <Link to="/workouts" search={{ sport_id: String(sportId), from: `${year}-01-01` }}>
          {found?.label}
        </Link>
        {before > 0 && <small>{t('year.before', { value: format(before) })}</small>}
      </span>
      <span
        className={classes.line}
        style={{ color: getSportStyle(sportId, found?.color).color }}
        aria-hidden="true"
      >
        <Sparkline
          lines={[{ values: [0, ...lastYear], faint: true }, { values: [0, ...thisYear] }]}
        />
      </span>
      <span className={classes.now}>
        {format(now)}
        {before > 0 && (
          <small data-less={now < before || undefined}>
            {formatSignedPercent((now / before - 1) * 100, preferences.locale)}
          </small>
        )}
      </span>
    </li>
  )
}
