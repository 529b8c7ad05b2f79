import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { estimateQuery } from '@/web/api/workouts/fitness-estimate'
import {
  refreshTraining,
  saveThreshold,
  suggestionsQuery,
  type ThresholdKind,
} from '@/web/api/workouts/training'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Facts } from '@/web/components/numbers/Facts'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { THRESHOLD_NAMES, thresholdText } from '@/web/training/threshold-text'
import { FormChart } from './FormChart'

/** Fitness while no thresholds are set: an estimate with suggested thresholds, which one button saves. */
export function EstimatedFitness({ from }: { from: string }) {
  const query = useQuery(estimateQuery(from))
  const days = query.data?.days ?? []
  const hasLoads = days.some(({ fitness }) => fitness > 0)
  return (
    <>
      <LoadError queries={[query]} />
      {query.data && (
        <p>
          {t(hasLoads ? 'training.estimate' : 'training.none')}{' '}
          <Link to="/profile/edit/thresholds">{t('load.setThresholds')}</Link>
        </p>
      )}
      {hasLoads && (
        <Panel title={t('training.estimateTitle')}>
          <FormChart days={days} isEstimate />
        </Panel>
      )}
      <SuggestedThresholds missing={query.data?.thresholds ?? []} />
    </>
  )
}

interface NewThreshold {
  kind: ThresholdKind
  value: number
  day: string
  is_assumed?: boolean
}

/**
 * Thresholds for those that are not set, and higher ones than those that are, with one button to use them all; renders
 * nothing without any. Lower thresholds need a decision on each, on the screen of thresholds.
 */
function SuggestedThresholds({ missing }: { missing: readonly NewThreshold[] }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { data = [] } = useQuery(suggestionsQuery)
  const higher = data.filter(({ lower, current }) => !lower && current !== null)
  const suggestions: readonly NewThreshold[] = [...missing, ...higher]
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
        facts={suggestions.map(({ kind, value, is_assumed: isAssumed }) => [
          t(THRESHOLD_NAMES[kind]),
          `${thresholdText(kind, value, preferences)}${isAssumed ? ` (${t('training.assumed')})` : ''}`,
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
