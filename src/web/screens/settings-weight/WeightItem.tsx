import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshWeights, removeWeight, type Weight } from '@/web/api/weights'
import { ErrorNote } from '@/web/components/ErrorNote'
import classes from '@/web/components/ItemList.module.css'
import { formatDate } from '@/web/format/dates'
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
  // A day of the calendar is the same day in every zone.
  const date = formatDate(new Date(`${day}T00:00:00Z`), { ...preferences, timeZone: 'UTC' })
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.names}>
          <span className={classes.name}>{plain(massOf(weight, preferences))}</span>
          <span className={classes.facts}>{t('weight.since', { date })}</span>
          <ErrorNote error={removal.error} />
        </span>
        <Button
          variant="default"
          size="sm"
          aria-label={t('weight.removeOne', { date })}
          loading={removal.isPending}
          onClick={() => removal.mutate()}
        >
          {t('weight.remove')}
        </Button>
      </div>
    </li>
  )
}
