import type { ListSums } from '@/web/api/workout-list'
import { QuantityList } from '@/web/components/QuantityList'
import { formatHours } from '@/web/format/duration'
import { countOf, heightOf } from '@/web/format/quantity'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './SumsLine.module.css'

/** What the found workouts add up to. */
export function SumsLine({
  sums,
  sportId,
}: {
  sums: ListSums
  /** Their sport; null where they may be of several. */
  sportId: number | null
}) {
  const preferences = usePreferences()
  const seconds = Number(sums.total_duration ?? 0)
  const parts = [
    ['dashboard.workouts', countOf(sums.count, '', preferences)],
    ['stat.distance', sportDistanceOf(sums.total_distance, sportId, preferences)],
    ['stat.moving', { value: formatHours(seconds, preferences.locale), unit: t('unit.h') }],
    ...(preferences.showAscent
      ? [['stat.ascent', heightOf(sums.total_ascent, preferences)] as const]
      : []),
  ] as const
  return <QuantityList label={t('dashboard.totals')} quantities={parts} className={classes.sums} />
}
