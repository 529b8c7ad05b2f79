import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteWorkout, refreshWorkouts } from '@/web/api/workouts'
import { Dialog } from '@/web/components/Dialog'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './DeleteWorkout.module.css'

/** Deletes the workout after a second thought. */
export function DeleteWorkout({ id }: { id: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => deleteWorkout(id),
    onSuccess: async () => {
      await navigate({ to: '/' })
      client.removeQueries({ queryKey: ['workout', id] })
      await refreshWorkouts(client)
    },
  })
  return (
    <>
      <ActionIcon
        variant="default"
        size={38}
        aria-label={t('workout.delete')}
        title={t('workout.delete')}
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconTrash size={19} stroke={1.75} />
      </ActionIcon>
      <Dialog opened={opened} onClose={close} title={t('workout.deleteTitle')}>
        <p className={classes.text}>{t('workout.deleteText')}</p>
        <ErrorNote error={deletion.error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            {t('workout.keep')}
          </Button>
          <Button color="red.8" loading={deletion.isPending} onClick={() => deletion.mutate()}>
            {t('workout.deleteConfirm')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
