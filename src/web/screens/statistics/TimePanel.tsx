import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '@/web/api/profile'
import { periodSumsQuery } from '@/web/api/statistics'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Panel } from '@/web/components/Panel'
import { dayOf } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { BarChart } from '@/web/sums/BarChart'
import { barsOf, MEASURES } from '@/web/sums/measures'
import { periodName } from '@/web/sums/period-name'
import { periodsUntil } from '@/web/sums/periods'
import classes from './TimePanel.module.css'

/** Bars by week, month or year; a stretch of them at a time. */
export function TimePanel({ profile }: { profile: Profile }) {
  const preferences = usePreferences()
  const [kind, setKind] = useState<'week' | 'month' | 'year'>('month')
  const [measure, setMeasure] = useState(MEASURES[0]?.[0] ?? 'total_distance')
  const [pages, setPages] = useState(0)
  const today = dayOf(new Date(), preferences)
  const time = kind === 'week' && profile.weekm ? 'weekm' : kind
  const { names, from, to } = periodsUntil(today, time, pages)
  const { data, error, refetch } = useQuery({
    ...periodSumsQuery(profile.username, { time, from, to }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title={t('stats.byTime')}>
      <div className={classes.controls}>
        <SegmentedControl
          aria-label={t('stats.period')}
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
        <SegmentedControl
          className={classes.measures}
          aria-label={t('stats.measure')}
          value={measure}
          onChange={setMeasure}
          data={MEASURES.map(([value, label]) => ({ value, label: t(label) }))}
        />
        <Pages pages={pages} onChange={setPages} />
      </div>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && (
        <BarChart
          label={t('stats.byTime')}
          bars={barsOf(names, data, measure)}
          measure={measure}
          nameOf={(name) => periodName(name, preferences)}
        />
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
