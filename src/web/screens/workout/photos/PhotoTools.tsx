import { ActionIcon, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MAX_DESCRIPTION } from '@/domain/reference/photo-limits'
import { describePhoto, type Photo } from '@/web/api/photos/photos'
import type { Workout } from '@/web/api/workouts/workouts'
import { Form } from '@/web/components/forms/Form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { useInPlaceSave } from '@/web/screens/workout/in-place/save-in-place'
import classes from './PhotoTools.module.css'
import { usePhotoCache } from './use-photo-cache'

/** For the owner of a photo: describing, moving and deleting it. A message offers to undo a move or deletion. */
export function PhotoTools({
  workout,
  index,
  onShow,
}: {
  workout: Workout
  index: number
  onShow: (id: string | null) => void
}) {
  const photos = workout.media_attachments
  const photo = photos[index]
  const save = useInPlaceSave(workout)
  const store = (changed: Photo[]) =>
    save(
      { media_attachment_ids: changed.map(({ id }) => id) },
      { media_attachments: changed },
      { media_attachment_ids: photos.map(({ id }) => id) },
    )
  if (!photo) return null
  const others = photos.filter(({ id }) => id !== photo.id)
  const move = (by: number) => store(others.toSpliced(index + by, 0, photo))
  const remove = () => {
    store(others)
    onShow((others[index] ?? others.at(-1))?.id ?? null)
  }
  return (
    <div className={classes.tools}>
      <DescriptionForm workoutId={workout.id} photo={photo} />
      <div className={classes.actions}>
        <Tool label={t('photos.earlier')} isDisabled={index === 0} onClick={() => move(-1)}>
          <IconArrowLeft size={20} stroke={1.7} />
        </Tool>
        <Tool
          label={t('photos.later')}
          isDisabled={index === photos.length - 1}
          onClick={() => move(1)}
        >
          <IconArrowRight size={20} stroke={1.7} />
        </Tool>
        <Tool label={t('photos.delete')} onClick={remove}>
          <IconTrash size={20} stroke={1.7} />
        </Tool>
      </div>
    </div>
  )
}

function Tool({
  label,
  isDisabled = false,
  onClick,
  children,
}: {
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
    >
      {children}
    </ActionIcon>
  )
}

function DescriptionForm({ workoutId, photo }: { workoutId: string; photo: Photo }) {
  const form = useForm({ initialValues: { description: photo.description } })
  const showDescription = usePhotoCache(workoutId)
  const saving = useMutation({
    mutationFn: (description: string) => describePhoto(photo.id, description),
    onSuccess: (_, description) => showDescription(photo.id, description.trim()),
  })
  return (
    <Form
      layout={classes.form}
      saving={saving}
      button={{ variant: 'default' }}
      onSubmit={form.onSubmit(({ description }) => saving.mutate(description))}
    >
      <TextInput
        className={classes.description}
        label={t('workout.description')}
        maxLength={MAX_DESCRIPTION}
        {...withHint(form.getInputProps('description'), t('photos.descriptionHint'))}
      />
    </Form>
  )
}
