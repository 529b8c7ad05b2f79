import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '@/web/i18n/text'
import classes from './ItemList.module.css'
import { UserPicture } from './UserPicture'

/** Somebody in a list, and what can be done about them. */
export function PersonRow({
  person,
  children,
}: {
  person: { username: string; picture: boolean; nb_workouts: number }
  children?: ReactNode
}) {
  const { username, picture, nb_workouts: workouts } = person
  return (
    <li data-row>
      <div className={classes.row}>
        <UserPicture username={username} picture={picture} size={40} />
        <span className={classes.names}>
          <Link to="/users/$username" params={{ username }} className={classes.name}>
            {username}
          </Link>
          <span className={classes.facts}>{t('equipment.workouts', { count: workouts })}</span>
        </span>
        {children}
      </div>
    </li>
  )
}
