import type { ComponentProps } from 'react'
import { FollowButton } from './FollowButton'
import classes from './ItemList.module.css'
import { PersonRow } from './PersonRow'

type Person = ComponentProps<typeof PersonRow>['person'] & {
  is_followed_by?: ComponentProps<typeof FollowButton>['followed']
}

/** People who can be followed; nothing when there are none. */
export function PeopleList({ people, label }: { people: readonly Person[]; label: string }) {
  if (people.length === 0) return null
  return (
    <ul className={classes.list} aria-label={label}>
      {people.map((person) => (
        <PersonRow key={person.username} person={person}>
          <FollowButton username={person.username} followed={person.is_followed_by} />
        </PersonRow>
      ))}
    </ul>
  )
}
