import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { FollowButton } from '@/web/components/people/FollowButton'
import { UserPicture } from '@/web/components/people/UserPicture'
import { t } from '@/web/i18n/text'
import classes from './ItemList.module.css'
import { ItemRow } from './ItemRow'

type Person = ComponentProps<typeof PersonRow>['person'] & {
  is_followed_by?: ComponentProps<typeof FollowButton>['followed']
  blocked?: boolean
}

/** A list of users with buttons to follow them; renders nothing if it is empty. */
export function PeopleList({ people, label }: { people: readonly Person[]; label: string }) {
  if (people.length === 0) return null
  return (
    <ul className={classes.list} aria-label={label}>
      {people.map((person) => (
        <PersonRow key={person.username} person={person}>
          {!person.blocked && (
            <FollowButton username={person.username} followed={person.is_followed_by} />
          )}
        </PersonRow>
      ))}
    </ul>
  )
}

/** A list item for a user with their number of workouts, and actions as children. */
export function PersonRow({
  person,
  children,
}: {
  person: { username: string; picture: boolean; nb_workouts: number }
  children?: ReactNode
}) {
  return (
    <li data-row>
      <PersonItem person={person} facts={[t('equipment.workouts', { count: person.nb_workouts })]}>
        {children}
      </PersonItem>
    </li>
  )
}

/** A row for a user, with their picture, and their name as a link to their page. */
export function PersonItem({
  person: { username, picture },
  ...row
}: {
  person: { username: string; picture: boolean }
} & Omit<ComponentProps<typeof ItemRow>, 'picture' | 'name'>) {
  return (
    <ItemRow
      {...row}
      picture={<UserPicture username={username} picture={picture} size={40} />}
      name={
        <Link to="/users/$username" params={{ username }}>
          {username}
        </Link>
      }
    />
  )
}
