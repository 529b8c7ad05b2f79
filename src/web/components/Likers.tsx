import { useInfiniteQuery } from '@tanstack/react-query'
import { type Liked, likersQuery } from '@/web/api/comments'
import { LoadError } from '@/web/components/LoadError'
import { t } from '@/web/i18n/text'
import { Dialog } from './Dialog'
import { MoreButton } from './MoreButton'
import { PeopleList } from './PeopleList'

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
      <LoadError of={[list]} />
      <PeopleList people={people} label={t('like.title')} />
      <MoreButton list={list} />
    </Dialog>
  )
}
