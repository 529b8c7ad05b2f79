import { lazy, Suspense } from 'react'
import { useSport } from '@/web/state/sports'
import classes from './SportMedal.module.css'
import { getSportStyle } from './sport-styles'

const SportIconByName = lazy(() =>
  import('./SportIconByName').then((module) => ({ default: module.SportIconByName })),
)

/**
 * The icon of a sport on its colour. It has an accessible label unless `decorative` is set because a text next to it
 * names the sport.
 */
export function SportMedal({
  sportId,
  size = 40,
  decorative = false,
}: {
  sportId: number
  size?: number
  decorative?: boolean
}) {
  const sport = useSport(sportId)
  const { Icon, color } = getSportStyle(sportId, sport?.color)
  const iconSize = Math.round(size * 0.6)
  const label = sport?.label ?? ''
  const name = decorative
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': label, title: label }
  return (
    <span
      className={classes.medal}
      style={{ background: color, width: size, height: size }}
      {...name}
    >
      {sport?.icon ? (
        <Suspense>
          <SportIconByName name={sport.icon} size={iconSize} />
        </Suspense>
      ) : (
        <Icon size={iconSize} stroke={1.75} />
      )}
    </span>
  )
}
