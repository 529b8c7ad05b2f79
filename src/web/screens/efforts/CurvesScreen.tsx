import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isSwimming } from '@/reference/swimming'
import type { EffortSearch } from '@/web/api/effort-search'
import { bestEffortsQuery, type Days } from '@/web/api/efforts'
import { LoadError } from '@/web/components/LoadError'
import { Page } from '@/web/components/Page'
import { Panel } from '@/web/components/Panel'
import { Segments } from '@/web/components/Segments'
import { type DatePreferences, formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { Curve, curveName } from './Curve'
import classes from './EffortsScreen.module.css'
import { type EffortColumn, EffortTable } from './EffortTable'
import { CURVES, type CurveName, kindOf, type SpeedStyle } from './effort-measures'
import {
  daysIn,
  daysOf,
  OTHER_TIMES,
  type OtherTimeName,
  otherDaysOf,
  TIMES,
  type TimeName,
} from './periods'
import { SportChoice, WithoutSports } from './SportChoice'
import { TimeChoice } from './TimeChoice'
import { TIME_NAMES } from './time-names'
import { useDoneSports } from './use-done-sports'

const route = getRouteApi('/member/efforts/curves')

/** The best for every time or distance as a curve, of one time and of another one. */
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
  const days = daysOf(time, own, new Date(), preferences.timeZone)
  const change = (words: EffortSearch) =>
    void navigate({ to: '/efforts/curves', search: { ...search, ...words }, replace: true })
  return (
    <Page
      wide
      title={t('efforts.curves')}
      lead={t('efforts.curvesLead')}
      actions={
        <Link to="/efforts" search={{ sport: search.sport }}>
          {t('effort.title')}
        </Link>
      }
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
            one={{ heading: nameOf(time, own, preferences), days }}
            other={{
              heading: nameOf(other, ownOther, preferences),
              days: otherDaysOf(other, ownOther, days),
            }}
          />
        </>
      )}
    </Page>
  )
}

/** What a time is called: days of one's own by themselves. */
function nameOf(time: TimeName | OtherTimeName, days: Days, preferences: DatePreferences): string {
  const write = (day: string | undefined) =>
    day === undefined ? '' : formatDate(new Date(day), { ...preferences, timeZone: 'UTC' })
  const [from, to] = [write(days.from), write(days.to)]
  if (time !== 'days' || from + to === '') return t(TIME_NAMES[time])
  if (to === '') return t('filter.since', { from })
  return from === '' ? t('filter.until', { to }) : t('filter.between', { from, to })
}

/** Some days, and what they are called; none where nothing is to be shown beside the others. */
interface NamedDays {
  heading: string
  days: Days | undefined
}

function Curves({
  sportId,
  wanted,
  onCurve,
  one,
  other,
}: {
  sportId: number
  /** The curve that was asked for. */
  wanted: string | undefined
  onCurve: (curve: CurveName) => void
  one: NamedDays
  other: NamedDays
}) {
  const [isTable, setTable] = useState(false)
  const sport = useSport(sportId)
  const first = useQuery({
    ...bestEffortsQuery(sportId, one.days ?? {}),
    placeholderData: keepPreviousData,
  })
  const second = useQuery({
    ...bestEffortsQuery(sportId, other.days ?? {}),
    enabled: other.days !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!first.data || (other.days && !second.data)) return <LoadError of={[first, second]} />
  const columns: EffortColumn[] = [{ id: 'one', heading: one.heading, efforts: first.data }]
  if (other.days) columns.push({ id: 'other', heading: other.heading, efforts: second.data ?? [] })
  const curves = CURVES.filter((name) => columns.some((column) => hasCurve(column, name)))
  const curve = curves.find((name) => name === wanted) ?? curves[0]
  if (!curve) return <p>{t('efforts.noneInTime')}</p>
  const style = styleOf(sportId, sport?.pace_speed_display)
  return (
    <Panel title={curveName(curve, style)}>
      <div className={classes.tools}>
        <Segments
          label={t('effort.kind')}
          value={curve}
          onChange={onCurve}
          data={curves.map((value) => ({ value, label: curveName(value, style) }))}
        />
        <Segments
          label={t('stats.look')}
          value={isTable ? 'table' : 'chart'}
          onChange={(look) => setTable(look === 'table')}
          data={[
            { value: 'chart', label: t('stats.chart') },
            { value: 'table', label: t('stats.table') },
          ]}
        />
      </div>
      {isTable ? (
        <EffortTable sportId={sportId} kind={kindOf(curve)} columns={columns} />
      ) : (
        <Curve curve={curve} style={style} columns={columns} />
      )}
    </Panel>
  )
}

/** How a sport is told: by what its owner chose, where there is a choice. */
function styleOf(sportId: number, display: string | undefined): SpeedStyle {
  if (isSwimming(sportId)) return 'swim'
  return display === undefined || display === 'speed' ? 'speed' : 'pace'
}

const hasCurve = ({ efforts }: EffortColumn, curve: CurveName) =>
  efforts.some(
    ({ kind, per_kilogram: perKilogram }) =>
      kind === kindOf(curve) && (curve !== 'per_kilogram' || perKilogram !== undefined),
  )
