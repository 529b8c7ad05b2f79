import { IconTrophy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PlacedEffort } from '@/web/api/efforts'
import { t } from '@/web/i18n/text'
import classes from './EffortPlace.module.css'

/** Where an effort stands among all, and stood on its day: with a cup where it was better than all before it. */
export function EffortPlace({
  sportId,
  effort,
}: {
  sportId: number
  effort: PlacedEffort | undefined
}) {
  if (!effort || (effort.place === null && effort.place_then === null)) return '–'
  const { kind, target, place, place_then: placeThen } = effort
  return (
    <Link
      className={classes.place}
      to="/efforts/ranking"
      search={{ sport: String(sportId), kind, target: String(target) }}
    >
      {placeThen === 1 && <IconTrophy size={16} stroke={1.75} aria-hidden="true" />}
      <span>
        {place !== null && t('effort.place', { place: String(place) })}
        {placeThen !== null && placeThen !== place && (
          <small>{t('effort.placeThen', { place: String(placeThen) })}</small>
        )}
      </span>
    </Link>
  )
}
