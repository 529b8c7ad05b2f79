import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '@/web/api/profile'
import { periodSumsQuery } from '@/web/api/statistics'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Panel } from '@/web/components/Panel'
import { Segments } from '@/web/components/Segments'
import { dayOf } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { BarChart } from '@/web/sums/BarChart'
import { barsOf } from '@/web/sums/measures'
import { periodName } from '@/web/sums/period-name'
import { periodsUntil } from '@/web/sums/periods'
import { averageBars, sumsOfSport } from '@/web/sums/sport-sums'
import { PeriodTable } from './PeriodTable'
import { SportLegend } from './SportLegend'
import type { Wishes } from './StatisticsControls'
import classes from './TimePanel.module.css'

/** Bars by week, month or year, of sums or of means; a stretch of them at a time. */
export function TimePanel({ profile, wishes }: { profile: Profile; wishes: Wishes }) {
  const preferences = usePreferences()
  const [kind, setKind] = useState<'week' | 'month' | 'year'>('month')
  const [pages, setPages] = useState(0)
  const [asked, setAveraged] = useState(false)
  const { measure, sport, table } = wishes
  // There is one workout for each workout.
  const averaged = asked && measure !== 'total_workouts'
  const today = dayOf(new Date(), preferences)
  const time = kind === 'week' && profile.weekm ? 'weekm' : kind
  const { names, from, to } = periodsUntil(today, time, pages)
  const { data, error, refetch } = useQuery({
    ...periodSumsQuery(profile.username, { time, from, to }),
    placeholderData: keepPreviousData,
  })
  const sums = data && sumsOfSport(data, sport)
  const sportId = Number(sport) || undefined
  const bars = sums ? (averaged ? averageBars : barsOf)(names, sums, measure) : []
  return (
    <Panel title={t('stats.byTime')}>
      <div className={classes.controls}>
        <Segments
          label={t('stats.period')}
          value={kind}
          onChange={(value) => {
            setKind(value)
            setPages(0)
          }}
          data={[
            { value: 'week', label: t('stats.weeks') },
            { value: 'month', label: t('stats.months') },
            { value: 'year', label: t('stats.years') },
          ]}
        />
        <Segments
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
            nameOf={(name) => periodName(name, preferences)}
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
