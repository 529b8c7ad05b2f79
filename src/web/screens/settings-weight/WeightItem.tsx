import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshWeights, removeWeight, type Weight } from '@/web/api/weights'
import { ActionItem } from '@/web/components/ActionItem'
import { formatDay } from '@/web/format/dates'
import { massOf, plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** A weight and the day from which on it holds; can be removed. */
export function WeightItem({ weight: { day, weight } }: { weight: Weight }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const removal = useMutation({
    mutationFn: () => removeWeight(day),
    onSuccess: () => refreshWeights(client),
  })
  const date = formatDay(day, preferences)
  return (
    <ActionItem
      name={plain(massOf(weight, preferences))}
      facts={t('weight.since', { date })}
      action={{
        label: t('weight.remove'),
        description: t('weight.removeOne', { date }),
        variant: 'default',
        mutation: removal,
      }}
    />
  )
}
