import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type LikeTarget, likersQuery } from '@/web/api/accounts/comments'
import { Dialog } from '@/web/components/feedback/Dialog'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { PeopleList } from '@/web/components/lists/PeopleList'
import { t } from '@/web/i18n/text'

/** A button to like an object, and the number of likes, which opens the list of users who like it. */
export function LikeButton({
  liked,
  count,
  target,
  member,
  busy,
  error,
  size = 'sm',
  onLike,
}: {
  liked: boolean
  count: number
  target: LikeTarget
  member: boolean
  busy: boolean
  /** The error of the last change of the like. */
  error: Error | null
  size?: string
  onLike: (like: boolean) => void
}) {
  const [opened, { open, close }] = useDisclosure(false)
  const Icon = liked ? IconHeartFilled : IconHeart
  const label = t(liked ? 'like.undo' : 'like.do')
  return (
    <>
      <Button.Group>
        {member && (
          <Button
            variant="default"
            size={size}
            px="xs"
            disabled={busy}
            aria-label={label}
            aria-pressed={liked}
            title={label}
            onClick={() => onLike(!liked)}
          >
            <Icon size={18} stroke={1.75} />
          </Button>
        )}
        <Button
          variant="default"
          size={size}
          px="xs"
          disabled={count === 0}
          aria-label={t('like.who', { count })}
          title={t('like.who', { count })}
          leftSection={member ? undefined : <Icon size={18} stroke={1.75} />}
          aria-haspopup="dialog"
          onClick={open}
        >
          {count}
        </Button>
      </Button.Group>
      <ErrorNote error={error} />
      <Likers target={target} opened={opened} onClose={close} />
    </>
  )
}

/** A dialog that lists the users who like a workout or comment. */
function Likers({
  target,
  opened,
  onClose,
}: {
  target: LikeTarget
  opened: boolean
  onClose: () => void
}) {
  const list = useInfiniteQuery({ ...likersQuery(target), enabled: opened })
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <Dialog title={t('like.title')} opened={opened} onClose={onClose}>
      <LoadError queries={[list]} />
      <PeopleList people={people} label={t('like.title')} />
      <MoreButton list={list} />
    </Dialog>
  )
}
