import { useQuery } from '@tanstack/react-query'
import { recordProgressQuery } from '@/web/api/workouts/statistics'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { groupRecordsBySport } from '@/web/components/numbers/records-by-sport'
import { SportRecords } from '@/web/components/numbers/SportRecords'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './RecordsScreen.module.css'

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
            progress={data?.progress?.filter(({ sport_id: id }) => id === sportId)}
          />
        ))}
      </div>
    </Page>
  )
}
