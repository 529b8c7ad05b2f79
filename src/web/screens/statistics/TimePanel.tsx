import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '@/web/api/accounts/profile'
import { sportsQuery } from '@/web/api/accounts/sports'
import { periodTotalsQuery } from '@/web/api/workouts/statistics'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { Panel } from '@/web/components/page/Panel'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { ScrollArea } from '@/web/components/scrolling/ScrollArea'
import { formatIsoDay } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { BarChart } from '@/web/totals/BarChart'
import { formatPeriod, formatPeriodShort } from '@/web/totals/format-period'
import { type Bar, createBars, formatTotal, measuresOf } from '@/web/totals/measures'
import {
  createAverageBars,
  getPeriodTotal,
  selectSport,
  type Totals,
} from '@/web/totals/period-totals'
import { listPeriods } from '@/web/totals/periods'
import tables from './SportTable.module.css'
import type { StatisticsOptions } from './StatisticsControls'
import classes from './TimePanel.module.css'

/** A bar chart of totals or averages by week, month or year; shows one range of periods at a time. */
export function TimePanel({ profile, options }: { profile: Profile; options: StatisticsOptions }) {
  const preferences = usePreferences()
  const [kind, setKind] = useState<PeriodKind>('month')
  const [pages, setPages] = useState(0)
  const [asked, setAveraged] = useState(false)
  const { measure, sport, table } = options
  // The number of workouts has no average per workout.
  const averaged = asked && measure !== 'total_workouts'
  const today = formatIsoDay(new Date(), preferences)
  const time = kind === 'week' && profile.weekm ? 'weekm' : kind
  const { names, from, to } = listPeriods(today, time, pages)
  const { data, error, refetch } = useQuery({
    ...periodTotalsQuery(profile.username, { time, from, to }),
    placeholderData: keepPreviousData,
  })
  const sums = data && selectSport(data, sport)
  const sportId = Number(sport) || undefined
  const bars = sums ? (averaged ? createAverageBars : createBars)(names, sums, measure) : []
  return (
    <Panel title={t('stats.byTime')}>
      <div className={classes.controls}>
        <PeriodControl
          value={kind}
          onChange={(value) => {
            setKind(value)
            setPages(0)
          }}
        />
        <SegmentedControl
          label={t('stats.type')}
          value={averaged ? 'average' : 'total'}
          onChange={(type) => setAveraged(type === 'average')}
          disabled={measure === 'total_workouts'}
          data={[
            { value: 'total', label: t('stats.totals') },
            { value: 'average', label: t('stats.averages') },
          ]}
        />
        <Pages pages={pages} onChange={setPages} />
      </div>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!sums && !error && <div className={classes.waiting} />}
      {sums && table && (
        <PeriodTable names={names} sums={sums} averaged={averaged} sportId={sportId} />
      )}
      {sums && !table && (
        <>
          <BarChart
            label={t('stats.byTime')}
            bars={bars}
            measure={measure}
            sportId={sportId}
            nameOf={(name) => formatPeriodShort(name, preferences)}
          />
          {!averaged && <SportLegend bars={bars} />}
        </>
      )}
    </Panel>
  )
}

function Pages({ pages, onChange }: { pages: number; onChange: (pages: number) => void }) {
  return (
    <div className={classes.pages}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('stats.earlier')}
        onClick={() => onChange(pages + 1)}
      >
        <IconChevronLeft size={19} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('stats.later')}
        disabled={pages === 0}
        onClick={() => onChange(pages - 1)}
      >
        <IconChevronRight size={19} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}

/** The colours of the sports in the bar chart. */
function SportLegend({ bars }: { bars: readonly Bar[] }) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const drawn = new Set(bars.flatMap(({ parts }) => parts.map(({ sportId }) => sportId)))
  if (drawn.size === 0) return <p>{t('stats.nothing')}</p>
  return (
    <Legend label={t('stats.legend')}>
      {sports
        .filter(({ id }) => drawn.has(id))
        .map(({ id, label, color }) => (
          <LegendItem key={id} color={getSportStyle(id, color).color}>
            {label}
          </LegendItem>
        ))}
    </Legend>
  )
}

/** The periods as a table, latest first: totals, or averages per workout. */
function PeriodTable({
  names,
  sums,
  averaged,
  sportId,
}: {
  names: readonly string[]
  sums: Totals
  averaged: boolean
  /** The sport of the totals; undefined for several sports. */
  sportId: number | undefined
}) {
  const preferences = usePreferences()
  const columns = measuresOf({ ...preferences, sportId })
  const cell = (name: string, measure: (typeof columns)[number][0]) => {
    const count = getPeriodTotal(sums[name], 'total_workouts')
    const sum = getPeriodTotal(sums[name], measure)
    const shown = averaged && measure !== 'total_workouts' && count > 0 ? sum / count : sum
    return count === 0 ? '–' : formatTotal(measure, shown, { ...preferences, sportId })
  }
  return (
    <ScrollArea label={t('stats.tableOf', { title: t('stats.byTime') })}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{t('efforts.time')}</th>
            {columns.map(([measure, label]) => (
              <th key={measure} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.toReversed().map((name) => (
            <tr key={name}>
              <th scope="row">{formatPeriod(name, preferences)}</th>
              {columns.map(([measure]) => (
                <td key={measure}>{cell(name, measure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

type PeriodKind = 'week' | 'month' | 'year'

function PeriodControl({
  value,
  onChange,
}: {
  value: PeriodKind
  onChange: (kind: PeriodKind) => void
}) {
  return (
    <SegmentedControl
      label={t('stats.period')}
      value={value}
      onChange={onChange}
      data={[
        { value: 'week', label: t('stats.weeks') },
        { value: 'month', label: t('stats.months') },
        { value: 'year', label: t('stats.years') },
      ]}
    />
  )
}
