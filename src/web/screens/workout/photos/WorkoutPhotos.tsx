import { Button } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { getPhotoPath, type Photo, refreshPhotos } from '@/web/api/photos/photos'
import type { Workout } from '@/web/api/workouts/workouts'
import { describeError } from '@/web/components/feedback/describe-error'
import { t } from '@/web/i18n/text'
import { isPhotoFile, onDroppedPhotos } from '@/web/uploads/dropped-photos'
import { PhotoViewer } from './PhotoViewer'
import { usePhotoInUrl } from './use-photo-in-url'
import classes from './WorkoutPhotos.module.css'

/** The photos of a workout, which open enlarged. Its owner can add some, also by dropping files on the page. */
export function WorkoutPhotos({ workout, own }: { workout: Workout; own: boolean }) {
  const photos = workout.media_attachments
  const [shown, show] = usePhotoInUrl(photos)
  const adding = useAddPhotos(workout.id)
  if (photos.length === 0 && !own) return null
  return (
    <section aria-label={t('photos.title')}>
      <h2 className={classes.heading}>{t('photos.title')}</h2>
      {photos.length > 0 && (
        <ul className={classes.grid}>
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              label={describePosition(photo, index, photos.length)}
              onOpen={() => show(photo.id)}
            />
          ))}
        </ul>
      )}
      {own && <AddPhotos adding={adding} />}
      <PhotoViewer workout={workout} own={own} shown={shown} onShow={show} />
    </section>
  )
}

/** Names a photo by its description, or else by its number. */
const describePosition = ({ description }: Photo, index: number, count: number): string =>
  description || t('photos.number', { number: index + 1, count })

function PhotoTile({
  photo: { url, meta },
  label,
  onOpen,
}: {
  photo: Photo
  label: string
  onOpen: () => void
}) {
  return (
    <li>
      <button type="button" className={classes.tile} onClick={onOpen}>
        <img
          src={getPhotoPath(meta.thumbnail_url)}
          srcSet={`${getPhotoPath(meta.thumbnail_url)} 400w, ${getPhotoPath(meta.screen_url)} 1024w, ${getPhotoPath(url)} 2048w`}
          sizes="220px"
          width={meta.width}
          height={meta.height}
          alt={label}
          loading="lazy"
          decoding="async"
        />
      </button>
    </li>
  )
}

/** Progress and errors of photos that are being added. */
interface Adding {
  /** Numbers of the photo that is being uploaded, and of all; undefined when none is. */
  progress: { number: number; count: number } | undefined
  errors: readonly string[]
  add: (files: readonly File[]) => void
}

/** Uploads photos one after another, and collects the errors. */
function useAddPhotos(workoutId: string): Adding {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Adding['progress']>()
  const [errors, setErrors] = useState<readonly string[]>([])
  const isBusy = useRef(false)
  const add = useCallback(
    async (files: readonly File[]) => {
      if (isBusy.current || files.length === 0) return
      isBusy.current = true
      setErrors([])
      for (const [index, file] of files.entries()) {
        setProgress({ number: index + 1, count: files.length })
        try {
          const { addPhoto } = await import('@/web/api/photos/send-photo')
          await addPhoto(workoutId, file)
        } catch (error) {
          const text = t('photos.failed', { name: file.name, reason: describeError(error) })
          setErrors((before) => [...before, text])
        }
      }
      isBusy.current = false
      setProgress(undefined)
      await refreshPhotos(client, workoutId)
    },
    [client, workoutId],
  )
  return { progress, errors, add: (files) => void add(files) }
}

function AddPhotos({ adding: { progress, errors, add } }: { adding: Adding }) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => onDroppedPhotos((files) => latest.current(files)), [])
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPhotoPlus size={18} stroke={1.7} />}
        aria-disabled={progress !== undefined || undefined}
        onClick={() => progress === undefined && input.current?.click()}
      >
        {t('photos.add')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('photos.add')}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])].filter(isPhotoFile))
          // Without this, choosing the same file again would not trigger a change event.
          currentTarget.value = ''
        }}
      />
      <div role="status" className={classes.status}>
        {progress && t('photos.uploading', progress)}
        {errors.map((text) => (
          <p key={text} className={classes.error}>
            {text}
          </p>
        ))}
      </div>
    </>
  )
}
