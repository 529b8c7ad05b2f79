import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refreshTraining, saveThreshold, suggestionsQuery } from '@/web/api/workouts/training'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Facts } from '@/web/components/numbers/Facts'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { THRESHOLD_NAMES, thresholdText } from '@/web/training/threshold-text'

/** The thresholds that the best efforts suggest, with one button to use them all; renders nothing without any. */
export function SuggestedThresholds() {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { data = [] } = useQuery(suggestionsQuery)
  // Lower thresholds need a decision on each, on the screen of thresholds.
  const suggestions = data.filter(({ lower }) => !lower)
  const accepting = useMutation({
    mutationFn: async () => {
      for (const { kind, value, day } of suggestions)
        await saveThreshold({ kind, value, day, sport_id: null })
    },
    onSettled: () => refreshTraining(client),
  })
  if (suggestions.length === 0) return null
  return (
    <Panel title={t('training.suggested')} text={t('threshold.suggestionsText')}>
      <Facts
        facts={suggestions.map(({ kind, value }) => [
          t(THRESHOLD_NAMES[kind]),
          thresholdText(kind, value, preferences),
        ])}
      />
      <ErrorNote error={accepting.error} />
      <div>
        <BusyButton busy={accepting.isPending} onClick={() => accepting.mutate()}>
          {t('training.useThese')}
        </BusyButton>
      </div>
    </Panel>
  )
}
