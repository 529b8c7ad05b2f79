import { useQuery } from '@tanstack/react-query'
import { type RecordProgress, recordProgressQuery } from '@/web/api/workouts/record-progress'
import type { WorkoutRecord } from '@/web/api/workouts/workouts'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { groupRecordsBySport } from '@/web/components/numbers/records-by-sport'
import { Sparkline } from '@/web/components/numbers/Sparkline'
import { SportRecords } from '@/web/components/numbers/SportRecords'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { Page } from '@/web/components/page/Page'
import { formatFullClock } from '@/web/format/duration'
import { formatQuantity } from '@/web/format/quantity'
import { formatRecord } from '@/web/format/records'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import classes from './RecordsScreen.module.css'
import { sampleProgress } from './sample-progress'

/** The personal records of every sport, each with a line of how it improved. */
export function RecordsScreen() {
  const preferences = usePreferences()
  const { data, error, refetch } = useQuery(recordProgressQuery)
  const sports = groupRecordsBySport(data?.records ?? [], preferences)
  return (
    <Page wide title={t('records.title')} lead={t('records.lead')} tabs={<SummaryTabs />}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && sports.length === 0 && <p>{t('records.none')}</p>}
      <div className={classes.sports}>
        {sports.map(([sportId, records]) => (
          <SportRecords
            key={sportId}
            sportId={sportId}
            records={records}
            progressOf={(record) => describeProgress(record, data?.progress ?? [], preferences)}
          />
        ))}
      </div>
    </Page>
  )
}

function describeProgress(
  record: WorkoutRecord,
  progress: readonly RecordProgress[],
  preferences: Preferences,
) {
  const own = progress.find(
    ({ sport_id: sportId, record_type: type }) =>
      sportId === record.sport_id && type === record.record_type,
  )
  const before = own?.records.at(-2)?.value
  if (!own || before === undefined) return undefined
  // Times are numbers here, but texts in records.
  const value = typeof record.value === 'string' ? formatFullClock(before) : before
  return {
    line: <Sparkline lines={[{ values: sampleProgress(own, Date.now()) }]} />,
    text: t('records.before', {
      value: formatQuantity(formatRecord({ ...record, value }, preferences)),
    }),
  }
}
