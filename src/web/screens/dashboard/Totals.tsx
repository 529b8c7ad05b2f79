import { QuantityText } from '@/web/components/QuantityText'
import { countOf, distanceOf, heightOf, hoursOf } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences, useProfile } from '@/web/state/preferences'
import classes from './Totals.module.css'

/** Everything the account ever did, in four numbers. */
export function Totals() {
  const profile = useProfile()
  const preferences = usePreferences()
  const totals = [
    ['dashboard.workouts', countOf(profile?.nb_workouts ?? null, '', preferences)],
    ['stat.distance', distanceOf(profile?.total_distance ?? null, preferences)],
    ['stat.duration', hoursOf(profile?.total_duration ?? null)],
    ...(preferences.showAscent
      ? [['stat.ascent', heightOf(profile?.total_ascent ?? null, preferences)] as const]
      : []),
  ] as const
  return (
    <dl className={classes.totals} aria-label={t('dashboard.totals')}>
      {totals.map(([label, quantity]) => (
        <div key={label} className={classes.total}>
          <dt>{t(label)}</dt>
          <dd>
            <QuantityText quantity={quantity} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
