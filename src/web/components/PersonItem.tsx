import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ItemRow } from './ItemRow'
import { UserPicture } from './UserPicture'

/** The line of a list that is about somebody: their picture and their name, which leads to their page. */
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
