import { useInfiniteQuery } from '@tanstack/react-query'
import { type Liked, likersQuery } from '@/web/api/comments'
import { t } from '@/web/i18n/text'
import { Dialog } from './Dialog'
import { ErrorPanel } from './ErrorPanel'
import { FollowButton } from './FollowButton'
import classes from './ItemList.module.css'
import { MoreButton } from './MoreButton'
import { PersonRow } from './PersonRow'

/** Those who like something. */
export function Likers({
  thing,
  opened,
  onClose,
}: {
  thing: Liked
  opened: boolean
  onClose: () => void
}) {
  const list = useInfiniteQuery({ ...likersQuery(thing), enabled: opened })
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <Dialog title={t('like.title')} opened={opened} onClose={onClose}>
      {list.error && <ErrorPanel error={list.error} onRetry={list.refetch} />}
      {people.length > 0 && (
        <ul className={classes.list} aria-label={t('like.title')}>
          {people.map((person) => (
            <PersonRow key={person.username} person={person}>
              <FollowButton username={person.username} followed={person.is_followed_by} />
            </PersonRow>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </Dialog>
  )
}
