import { Link } from '@tanstack/react-router'
import { SportMedal } from '@/web/components/SportMedal'
import { t } from '@/web/i18n/text'
import type { StartPlace } from '@/web/map/create-starts-map'
import classes from './GlobalMapScreen.module.css'

/** The list names no more than these, the latest. */
const MOST = 40

/** The workouts that started in the part of the map that is in view: the way to them for keyboards and ears. */
export function PlacesInView({
  places,
  onPoint,
}: {
  places: readonly StartPlace[]
  onPoint: (place: StartPlace | null) => void
}) {
  const shown = places.slice(0, MOST)
  return (
    <section className={classes.list} aria-label={t('globalMap.inView')}>
      <h2>{t('globalMap.count', { count: places.length })}</h2>
      <ul>
        {shown.map((place) => (
          <li key={place.id}>
            <Link
              to="/workouts/$workoutId"
              params={{ workoutId: place.id }}
              onMouseEnter={() => onPoint(place)}
              onMouseLeave={() => onPoint(null)}
              onFocus={() => onPoint(place)}
              onBlur={() => onPoint(null)}
            >
              <SportMedal sportId={place.sportId} size={28} />
              {place.title}
            </Link>
          </li>
        ))}
      </ul>
      {places.length > shown.length && <p>{t('globalMap.latest', { count: shown.length })}</p>}
    </section>
  )
}
