import { useQuery } from '@tanstack/react-query'
import { thresholdsQuery } from '@/web/api/training'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import classes from '@/web/components/ItemList.module.css'
import { Page } from '@/web/components/Page'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { SuggestionList } from './SuggestionList'
import { ThresholdForm } from './ThresholdForm'
import { ThresholdItem } from './ThresholdItem'
import { ZonePanel } from './ZonePanel'

/** What zones and load are measured by, what best efforts suggest, and the zones of today. */
export function ThresholdsScreen() {
  const profile = useProfile()
  const { data, error, refetch } = useQuery(thresholdsQuery)
  return (
    <Page title={t('settings.thresholds')} lead={t('threshold.lead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data?.update && <p role="status">{t('threshold.updating', data.update)}</p>}
      <SuggestionList />
      <Panel title={t('threshold.new')} text={t('threshold.newHint')}>
        {profile && <ThresholdForm key={profile.username} />}
      </Panel>
      {data && (
        <Panel title={t('threshold.own')}>
          {data.thresholds.length === 0 && <p>{t('threshold.none')}</p>}
          {data.thresholds.length > 0 && (
            <ul className={classes.list} aria-label={t('threshold.own')}>
              {data.thresholds.map((threshold) => (
                <ThresholdItem
                  key={`${threshold.kind} ${threshold.day} ${threshold.sport_id}`}
                  threshold={threshold}
                />
              ))}
            </ul>
          )}
        </Panel>
      )}
      {data && <ZonePanel rules={data.rules} />}
    </Page>
  )
}
