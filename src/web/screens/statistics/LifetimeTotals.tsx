import type { Profile } from '@/web/api/accounts/profile'
import { Figures } from '@/web/components/numbers/Figures'
import {
  formatCount,
  formatDistance,
  formatHeight,
  formatLongDuration,
} from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** The account's totals over all time, in four numbers. */
export function LifetimeTotals({ profile }: { profile: Profile }) {
  const preferences = usePreferences()
  return (
    <Figures
      label={t('stats.lifetime')}
      figures={[
        [t('dashboard.workouts'), formatCount(profile.nb_workouts, '', preferences)],
        [t('stat.distance'), formatDistance(profile.total_distance, preferences)],
        [t('stat.moving'), formatLongDuration(profile.total_duration, preferences)],
        ...(preferences.showAscent
          ? [[t('stat.ascent'), formatHeight(profile.total_ascent, preferences)] as const]
          : []),
      ]}
    />
  )
}
