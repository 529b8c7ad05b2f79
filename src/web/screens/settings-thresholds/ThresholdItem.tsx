import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/sports'
import { refreshTraining, removeThreshold, type Threshold } from '@/web/api/training'
import { ActionItem } from '@/web/components/ActionItem'
import { formatDay } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { THRESHOLD_NAMES, thresholdText } from './threshold-text'

/** A threshold, in which sports and from which day on it holds; can be removed. */
export function ThresholdItem({ threshold }: { threshold: Threshold }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { data: sports = [] } = useQuery(sportsQuery)
  const { kind, value, day, sport_id: sportId } = threshold
  const removal = useMutation({
    mutationFn: () => removeThreshold(threshold),
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
