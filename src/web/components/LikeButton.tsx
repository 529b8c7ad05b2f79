import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { Liked } from '@/web/api/comments'
import { t } from '@/web/i18n/text'
import { ErrorNote } from './ErrorNote'
import { Likers } from './Likers'

/** A heart to give, and the number of those who gave theirs, which leads to their names. */
export function LikeButton({
  liked,
  count,
  thing,
  member,
  busy,
  error,
  size = 'sm',
  onLike,
}: {
  liked: boolean
  count: number
  thing: Liked
  member: boolean
  busy: boolean
  /** Why the last like was not given, or not taken back. */
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
      <Likers thing={thing} opened={opened} onClose={close} />
    </>
  )
}
