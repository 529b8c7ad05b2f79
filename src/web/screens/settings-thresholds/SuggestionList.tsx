import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  refreshTraining,
  type Suggestion,
  saveThreshold,
  suggestionsQuery,
} from '@/web/api/workouts/training'
import { ActionItem } from '@/web/components/forms/ActionItem'
import classes from '@/web/components/lists/ItemList.module.css'
import { formatEffortTarget, formatEffortValue } from '@/web/components/numbers/effort-text'
import { Panel } from '@/web/components/page/Panel'
import { formatDate, formatDay } from '@/web/format/dates'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { THRESHOLD_NAMES, thresholdText } from '@/web/training/threshold-text'

/** Thresholds that best efforts suggest; each can be accepted. */
export function SuggestionList() {
  const { data: suggestions = [] } = useQuery(suggestionsQuery)
  if (suggestions.length === 0) return null
  return (
    <Panel title={t('threshold.suggestions')} text={t('threshold.suggestionsText')}>
      <ul className={classes.list} aria-label={t('threshold.suggestions')}>
        {suggestions.map((suggestion) => (
          <SuggestionItem key={suggestion.kind} suggestion={suggestion} />
        ))}
      </ul>
    </Panel>
  )
}

/** Why a suggestion is lower than the current value: which period counts, and which workout suggested more before. */
function LowerReason({
  kind,
  lower: { from, earlier_value: value, earlier_effort: effort },
}: {
  kind: Suggestion['kind']
  lower: NonNullable<Suggestion['lower']>
}) {
  const preferences = usePreferences()
  return (
    <span>
      {` · ${t('threshold.lower', { day: formatDay(from, preferences) })}`}
      {effort && value !== null && (
        <>
          {' '}
          <Link to="/workouts/$workoutId" params={{ workoutId: effort.workout_id }}>
            {t('threshold.earlier', {
              value: thresholdText(kind, value, preferences),
              day: formatDate(new Date(effort.workout_date), preferences),
            })}
          </Link>
        </>
      )}
    </span>
  )
}

function SuggestionItem({ suggestion }: { suggestion: Suggestion }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { kind, value, day, current, effort, lower } = suggestion
  const accepting = useMutation({
    mutationFn: () => saveThreshold({ kind, value, day, sport_id: null }),
    onSuccess: () => refreshTraining(client),
  })
  const name = t(THRESHOLD_NAMES[kind])
  const best = `${formatQuantity(formatEffortValue(effort, null, preferences))} (${formatEffortTarget(effort, preferences)})`
  return (
    <ActionItem
      name={`${name}: ${thresholdText(kind, value, preferences)}`}
      facts={
        <>
          <Link to="/workouts/$workoutId" params={{ workoutId: effort.workout_id }}>
            {best}, {formatDay(day, preferences)}
          </Link>
          {current !== null &&
            ` · ${t('threshold.current', { value: thresholdText(kind, current, preferences) })}`}
          {lower && <LowerReason kind={kind} lower={lower} />}
        </>
      }
      action={{
        label: t('threshold.accept'),
        description: t('threshold.acceptOne', { name }),
        // A lower threshold is possible, but not recommended.
        variant: lower ? 'default' : 'filled',
        mutation: accepting,
      }}
    />
  )
}
