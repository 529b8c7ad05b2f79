import { IconGridDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '@/web/i18n/text'
import classes from './Headlines.module.css'

/** Numbers of tiles that a workout was the first to visit. */
export interface NewTiles {
  large: number
  small: number
}

/** The new tiles of a workout, large ones if there are any, as a link to the map of visited tiles. */
export function NewTilesChip({ large, small }: NewTiles) {
  const isLarge = large > 0
  return (
    <Link to="/map" search={{ tiles: isLarge ? '14' : '17' }} className={classes.chip}>
      <IconGridDots size={17} stroke={1.75} aria-hidden="true" />
      {isLarge ? t('explorer.new', { count: large }) : t('explorer.newSmall', { count: small })}
    </Link>
  )
}
