import { useQuery } from '@tanstack/react-query'
import { recordsQuery } from '@/web/api/records'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { FigureTabs } from '@/web/components/FigureTabs'
import { Page } from '@/web/components/Page'
import { recordsBySport } from '@/web/components/records-by-sport'
import { SportRecords } from '@/web/components/SportRecords'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './RecordsScreen.module.css'

/** The best of every sport. */
export function RecordsScreen() {
  const preferences = usePreferences()
  const { data, error, refetch } = useQuery(recordsQuery)
  const sports = recordsBySport(data ?? [], preferences)
  return (
    <Page wide title={t('records.title')} lead={t('records.lead')} tabs={<FigureTabs />}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data && sports.length === 0 && <p>{t('records.none')}</p>}
      <div className={classes.sports}>
        {sports.map(([sportId, records]) => (
          <SportRecords key={sportId} sportId={sportId} records={records} />
        ))}
      </div>
    </Page>
  )
}
