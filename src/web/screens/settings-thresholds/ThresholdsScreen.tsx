import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/accounts/sports'
import {
  deleteThreshold,
  refreshTraining,
  type Threshold,
  thresholdsQuery,
} from '@/web/api/workouts/training'
import { LoadError } from '@/web/components/feedback/LoadError'
import { ActionItem } from '@/web/components/forms/ActionItem'
import classes from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatDay } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { THRESHOLD_NAMES, thresholdText } from '@/web/training/threshold-text'
import { SuggestionList } from './SuggestionList'
import { ThresholdForm } from './ThresholdForm'
import { ZonePanel } from './ZonePanel'

/** The thresholds used for zones and load, suggestions from best efforts, and today's zones. */
export function ThresholdsScreen() {
  const profile = useProfile()
  const list = useInfiniteQuery(thresholdsQuery)
  const { rules, update } = list.data?.pages[0]?.data ?? {}
  const thresholds = list.data?.pages.flatMap(({ data }) => data.thresholds) ?? []
  return (
    <Page title={t('settings.thresholds')} lead={t('threshold.lead')}>
      <LoadError queries={[list]} />
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

/** A threshold with its sports and its first day; can be deleted. */
function ThresholdItem({ threshold }: { threshold: Threshold }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { data: sports = [] } = useQuery(sportsQuery)
  const { kind, value, day, sport_id: sportId } = threshold
  const removal = useMutation({
    mutationFn: () => deleteThreshold(threshold),
    onSuccess: () => refreshTraining(client),
  })
  const name = t(THRESHOLD_NAMES[kind])
  const date = formatDay(day, preferences)
  const sport = sports.find(({ id }) => id === sportId)?.label ?? t('stats.allSports')
  return (
    <ActionItem
      name={`${name}: ${thresholdText(kind, value, preferences)}`}
      facts={`${t('weight.since', { date })} · ${sport}`}
      action={{
        label: t('weight.remove'),
        description: t('threshold.removeOne', { name, date }),
        variant: 'default',
        mutation: removal,
      }}
    />
  )
}
