import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '@/web/i18n/text'

/** The way to change the workout. */
export function EditLink({ id }: { id: string }) {
  return (
    <ActionIcon
      variant="default"
      size={38}
      aria-label={t('workout.edit')}
      title={t('workout.edit')}
      renderRoot={(props) => (
        <Link {...props} to="/workouts/$workoutId/edit" params={{ workoutId: id }} />
      )}
    >
      <IconPencil size={19} stroke={1.75} />
    </ActionIcon>
  )
}
