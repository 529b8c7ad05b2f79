import { useSport } from '@/web/state/sports'
import classes from './SportMedal.module.css'
import { sportLook } from './sport-looks'

/** A sport's symbol on its colour; names the sport to those who cannot see it. */
export function SportMedal({ sportId, size = 40 }: { sportId: number; size?: number }) {
  const sport = useSport(sportId)
  const { Icon, color } = sportLook(sportId, sport?.color)
  return (
    <span
      className={classes.medal}
      style={{ background: color, width: size, height: size }}
      role="img"
      aria-label={sport?.label ?? ''}
      title={sport?.label}
    >
      <Icon size={Math.round(size * 0.6)} stroke={1.75} />
    </span>
  )
}
