import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '@/web/i18n/text'
import { ItemRow } from './ItemRow'
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
      <ItemRow
        picture={<UserPicture username={username} picture={picture} size={40} />}
        name={
          <Link to="/users/$username" params={{ username }}>
            {username}
          </Link>
        }
        facts={[t('equipment.workouts', { count: workouts })]}
      >
        {children}
      </ItemRow>
    </li>
  )
}
