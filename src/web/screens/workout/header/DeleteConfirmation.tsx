import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteWorkout, refreshWorkouts } from '@/web/api/workouts/workouts'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import classes from '@/web/components/feedback/ConfirmButton.module.css'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'

/** The content of a dialog that asks before it deletes the workout, or all legs of its event. */
export function DeleteConfirmation({
  id,
  legs,
  onClose,
}: {
  id: string
  /** Number of legs of the event. */
  legs: number
  onClose: () => void
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: (withEvent: boolean) => deleteWorkout(id, withEvent),
    onSuccess: async () => {
      await navigate({ to: '/' })
      client.removeQueries({ queryKey: ['workout', id] })
      await refreshWorkouts(client)
    },
  })
  return (
    <>
      <p className={classes.text}>{t('workout.deleteText')}</p>
      <ErrorNote error={deletion.error} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <BusyButton color="red.8" busy={deletion.isPending} onClick={() => deletion.mutate(false)}>
          {t('workout.deleteConfirm')}
        </BusyButton>
        {legs > 1 && (
          <BusyButton color="red.8" busy={deletion.isPending} onClick={() => deletion.mutate(true)}>
            {t('multisport.delete', { count: legs })}
          </BusyButton>
        )}
      </div>
    </>
  )
}
