import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/sports'
import { refreshTraining, removeThreshold, type Threshold } from '@/web/api/training'
import { ErrorNote } from '@/web/components/ErrorNote'
import classes from '@/web/components/ItemList.module.css'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { THRESHOLD_NAMES, thresholdText } from './threshold-text'

/** A day of the calendar, which is the same day in every zone. */
export const calendarDay = (day: string, preferences: Preferences): string =>
  formatDate(new Date(`${day}T00:00:00Z`), { ...preferences, timeZone: 'UTC' })

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
  const date = calendarDay(day, preferences)
  const sport = sports.find(({ id }) => id === sportId)?.label ?? t('stats.allSports')
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.names}>
          <span className={classes.name}>
            {name}: {thresholdText(kind, value, preferences)}
          </span>
          <span className={classes.facts}>
            {t('weight.since', { date })} · {sport}
          </span>
          <ErrorNote error={removal.error} />
        </span>
        <Button
          variant="default"
          size="sm"
          aria-label={t('threshold.removeOne', { name, date })}
          loading={removal.isPending}
          onClick={() => removal.mutate()}
        >
          {t('weight.remove')}
        </Button>
      </div>
    </li>
  )
}
