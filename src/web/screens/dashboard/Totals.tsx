import { Figures } from '@/web/components/Figures'
import { countOf, distanceOf, heightOf, hoursOf } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'

/** Everything the account ever did, in four numbers. */
export function Totals() {
  const profile = useProfile()
  const preferences = usePreferences()
  return (
    <Figures
      label={t('dashboard.totals')}
      figures={[
        [t('dashboard.workouts'), countOf(profile?.nb_workouts ?? null, '', preferences)],
        [t('stat.distance'), distanceOf(profile?.total_distance ?? null, preferences)],
        [t('stat.moving'), hoursOf(profile?.total_duration ?? null, preferences)],
        ...(preferences.showAscent
          ? [[t('stat.ascent'), heightOf(profile?.total_ascent ?? null, preferences)] as const]
          : []),
      ]}
    />
  )
}
