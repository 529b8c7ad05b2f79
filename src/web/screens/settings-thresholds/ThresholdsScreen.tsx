import { useInfiniteQuery } from '@tanstack/react-query'
import { thresholdsQuery } from '@/web/api/training'
import classes from '@/web/components/ItemList.module.css'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
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
  const list = useInfiniteQuery(thresholdsQuery)
  const { rules, update } = list.data?.pages[0]?.data ?? {}
  const thresholds = list.data?.pages.flatMap(({ data }) => data.thresholds) ?? []
  return (
    <Page title={t('settings.thresholds')} lead={t('threshold.lead')}>
      <LoadError of={[list]} />
      {update && <p role="status">{t('threshold.updating', update)}</p>}
      <SuggestionList />
      <Panel title={t('threshold.new')} text={t('threshold.newHint')}>
        {profile && <ThresholdForm key={profile.username} />}
      </Panel>
      {list.data && (
        <Panel title={t('threshold.own')}>
          {thresholds.length === 0 && <p>{t('threshold.none')}</p>}
          {thresholds.length > 0 && (
            <ul className={classes.list} aria-label={t('threshold.own')}>
              {thresholds.map((threshold) => (
                <ThresholdItem
                  key={`${threshold.kind} ${threshold.day} ${threshold.sport_id}`}
                  threshold={threshold}
                />
              ))}
            </ul>
          )}
          <MoreButton list={list} />
        </Panel>
      )}
      {rules && <ZonePanel rules={rules} />}
    </Page>
  )
}
