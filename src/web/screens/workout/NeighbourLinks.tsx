import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '@/web/i18n/text'

/** Ways to the workouts before and after this one. */
export function NeighbourLinks({
  previous,
  next,
}: {
  previous: string | null
  next: string | null
}) {
  if (!previous && !next) return null
  return (
    <>
      <NeighbourLink id={previous} label={t('workout.previous')} Icon={IconChevronLeft} />
      <NeighbourLink id={next} label={t('workout.next')} Icon={IconChevronRight} />
    </>
  )
}

function NeighbourLink({
  id,
  label,
  Icon,
}: {
  id: string | null
  label: string
  Icon: typeof IconChevronLeft
}) {
  const look = { variant: 'default', size: 38, 'aria-label': label, title: label } as const
  const icon = <Icon size={20} stroke={1.75} />
  if (!id) {
    return (
      <ActionIcon {...look} disabled>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon
      {...look}
      renderRoot={(props) => (
        <Link {...props} to="/workouts/$workoutId" params={{ workoutId: id }} />
      )}
    >
      {icon}
    </ActionIcon>
  )
}
