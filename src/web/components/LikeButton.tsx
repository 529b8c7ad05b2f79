import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'

/** A heart with the number of those who gave theirs; for visitors the number alone. */
export function LikeButton({
  liked,
  count,
  member,
  busy,
  size = 'sm',
  onLike,
}: {
  liked: boolean
  count: number
  member: boolean
  busy: boolean
  size?: string
  onLike: (like: boolean) => void
}) {
  const Icon = liked ? IconHeartFilled : IconHeart
  const label = t(liked ? 'like.undo' : 'like.do')
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<Icon size={18} stroke={1.75} />}
      disabled={!member || busy}
      aria-label={`${label} (${count})`}
      aria-pressed={liked}
      title={label}
      onClick={() => onLike(!liked)}
    >
      {count}
    </Button>
  )
}
