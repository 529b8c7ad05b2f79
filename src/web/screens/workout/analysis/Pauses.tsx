import type { Analysis } from '@/web/api/efforts'
import { formatClock } from '@/web/format/duration'
import { plain } from '@/web/format/quantity'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './Pauses.module.css'

/** When and where a workout stood still, and for how long; closed, because most readers need no more than the sum. */
export function Pauses({ pauses, sportId }: { pauses: Analysis['pauses']; sportId: number }) {
  const preferences = usePreferences()
  if (pauses.length === 0) return null
  const sum = pauses.reduce((total, { duration }) => total + duration, 0)
  return (
    <details className={classes.pauses}>
      <summary>{t('pause.sum', { count: pauses.length, time: formatClock(sum) })}</summary>
      <ul>
        {pauses.map(({ start, duration, distance, recorded }) => (
          <li key={start}>
            {t(recorded ? 'pause.standing' : 'pause.stopped', {
              time: formatClock(duration),
              at: formatClock(start),
              distance: plain(sportDistanceOf(distance, sportId, preferences)),
            })}
          </li>
        ))}
      </ul>
    </details>
  )
}
