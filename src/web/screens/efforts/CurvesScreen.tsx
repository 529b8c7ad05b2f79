import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isSwimming } from '@/domain/reference/swimming'
import type { EffortSearch } from '@/web/api/workouts/effort-search'
import { bestEffortsQuery, type Days } from '@/web/api/workouts/efforts'
import { LinePlot } from '@/web/charts/plots/LinePlot'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Choice } from '@/web/components/forms/Choice'
import { DayField } from '@/web/components/forms/DayField'
import { EFFORT_KIND_NAMES, formatEffortTarget } from '@/web/components/numbers/effort-text'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { type DatePreferences, formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './EffortsScreen.module.css'
import { type EffortColumn, EffortTable } from './EffortTable'
import {
  CURVES,
  type CurveName,
  getCurveMeasure,
  getEffortKind,
  type SpeedStyle,
} from './effort-measures'
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

/** A period and its name; `days` is undefined if there is nothing to compare with. */
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
  /** The curve from the URL. */
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
  if (!first.data || (other.days && !second.data)) return <LoadError queries={[first, second]} />
  const columns: EffortColumn[] = [{ id: 'one', heading: one.heading, efforts: first.data }]
  if (other.days) columns.push({ id: 'other', heading: other.heading, efforts: second.data ?? [] })
  const curves = CURVES.filter((name) => columns.some((column) => hasCurve(column, name)))
  const curve = curves.find((name) => name === wanted) ?? curves[0]
  if (!curve) return <p>{t('efforts.noneInTime')}</p>
  const style = getSpeedStyle(sportId, sport?.pace_speed_display)
  return (
    <Panel title={curveName(curve, style)}>
      <div className={classes.tools}>
        <SegmentedControl
          label={t('effort.kind')}
          value={curve}
          onChange={onCurve}
          data={curves.map((value) => ({ value, label: curveName(value, style) }))}
        />
        <SegmentedControl
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
        <EffortTable sportId={sportId} kind={getEffortKind(curve)} columns={columns} />
      ) : (
        <Curve curve={curve} style={style} columns={columns} />
      )}
    </Panel>
  )
}

/** How speed is shown for a sport: as its owner chose, where there is a choice. */
function getSpeedStyle(sportId: number, display: string | undefined): SpeedStyle {
  if (isSwimming(sportId)) return 'swim'
  return display === undefined || display === 'speed' ? 'speed' : 'pace'
}

const hasCurve = ({ efforts }: EffortColumn, curve: CurveName) =>
  efforts.some(
    ({ kind, per_kilogram: perKilogram }) =>
      kind === getEffortKind(curve) && (curve !== 'per_kilogram' || perKilogram !== undefined),
  )

/** The name of a curve; for distances it depends on how speed is shown. */
function curveName(curve: CurveName, style: SpeedStyle): string {
  if (curve === 'per_kilogram') return t('unit.wPerKg')
  if (curve === 'distance') return t(style === 'speed' ? 'series.speed' : 'series.pace')
  return t(EFFORT_KIND_NAMES[curve])
}

/** The best efforts for all times or distances, over a logarithmic axis. */
function Curve({
  curve,
  style,
  columns,
}: {
  curve: CurveName
  style: SpeedStyle
  columns: readonly EffortColumn[]
}) {
  const preferences = usePreferences()
  const { numberOf, write, ...measure } = getCurveMeasure(curve, style, preferences)
  const kind = getEffortKind(curve)
  return (
    <LinePlot
      lines={columns.map(({ id, heading, efforts }) => ({
        id,
        name: heading,
        points: efforts.flatMap((effort) => {
          const y = effort.kind === kind ? numberOf(effort) : undefined
          return y === undefined ? [] : [{ x: effort.target, y }]
        }),
      }))}
      axes={{
        ...measure,
        isLogarithmic: true,
        isStepped: false,
        formatX: (target) => formatEffortTarget({ kind, target }, preferences),
        formatY: write,
      }}
    />
  )
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
