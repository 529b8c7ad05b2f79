import { useSport } from '@/web/state/sports'
import classes from './SportMedal.module.css'
import { sportLook } from './sport-looks'

/** A sport's symbol on its colour; names the sport to those who cannot see it, unless a text beside it does. */
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
  const { Icon, color } = sportLook(sportId, sport?.color)
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
      <Icon size={Math.round(size * 0.6)} stroke={1.75} />
    </span>
  )
}
