import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type PeriodLoad,
  periodLoadsQuery,
  ZONE_KINDS,
  type ZoneKind,
} from '@/web/api/workouts/training'
import { LoadError } from '@/web/components/feedback/LoadError'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { formatIsoDay } from '@/web/format/dates'
import { formatHours } from '@/web/format/duration'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { formatPeriod } from '@/web/totals/format-period'
import { listPeriods } from '@/web/totals/periods'
import { ZoneBar, ZoneLegend } from '@/web/training/ZoneBar'
import { formatZoneName, ZONE_KIND_NAMES } from '@/web/training/zone-text'
import classes from './TrainingScreen.module.css'

/** Time in zones by week, month or year. */
export function PeriodZones({ week, isTable }: { week: 'week' | 'weekm'; isTable: boolean }) {
  const preferences = usePreferences()
  const [time, setTime] = useState<'week' | 'month' | 'year'>('week')
  const [chosen, choose] = useState<ZoneKind | null>(null)
  const kind = time === 'week' ? week : time
  const { from } = listPeriods(formatIsoDay(new Date(), preferences), kind, 0)
  const query = useQuery(periodLoadsQuery(kind, from))
  const { data = [] } = query
  const known = ZONE_KINDS.filter((each) => data.some((period) => getSum(period.zones[each]) > 0))
  const shown = chosen && known.includes(chosen) ? chosen : known[0]
  if (!shown) return <LoadError queries={[query]} />
  // Models have five or seven zones; with five, the last two are always empty.
  const count = data.some(({ zones }) => getSum(zones[shown].slice(5)) > 0) ? 7 : 5
  return (
    <NumberTable
      title={t('zone.title')}
      tools={
        <div className={classes.controls}>
          {known.length > 1 && (
            <SegmentedControl
              label={t('zone.title')}
              value={shown}
              onChange={choose}
              data={known.map((value) => ({ value, label: t(ZONE_KIND_NAMES[value]) }))}
            />
          )}
          <SegmentedControl
            label={t('stats.period')}
            value={time}
            onChange={setTime}
            data={[
              { value: 'week', label: t('stats.weeks') },
              { value: 'month', label: t('stats.months') },
              { value: 'year', label: t('stats.years') },
            ]}
          />
        </div>
      }
      above={!isTable && <ZoneLegend kind={shown} count={count} />}
      headings={[
        t('efforts.time'),
        t('zone.time'),
        ...(isTable
          ? Array.from({ length: count }, (_, index) => formatZoneName(shown, index, count))
          : [{ key: 'bar', cell: <td key="bar" aria-hidden="true" /> }]),
      ]}
    >
      {data.toReversed().map((period) => (
        <Row key={period.period} {...{ period, kind: shown, count, isTable, preferences }} />
      ))}
    </NumberTable>
  )
}

function Row({
  period: { period, zones },
  kind,
  count,
  isTable,
  preferences,
}: {
  period: PeriodLoad
  kind: ZoneKind
  count: number
  isTable: boolean
  preferences: Preferences
}) {
  const seconds = zones[kind].slice(0, count)
  const hours = (time: number) => `${formatHours(time, preferences.locale)} ${t('unit.h')}`
  return (
    <tr>
      <th scope="row">{formatPeriod(period, preferences)}</th>
      <td>{hours(getSum(seconds))}</td>
      {isTable ? (
        seconds.map((time, index) => (
          <td key={formatZoneName(kind, index, count)}>{hours(time)}</td>
        ))
      ) : (
        <td style={{ width: '60%' }}>
          <ZoneBar seconds={seconds} />
        </td>
      )}
    </tr>
  )
}

const getSum = (seconds: readonly number[]) => seconds.reduce((sum, time) => sum + time, 0)
