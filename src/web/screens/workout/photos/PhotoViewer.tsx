import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react'
import { getPhotoPath, type Photo } from '@/web/api/photos/photos'
import type { Workout } from '@/web/api/workouts/workouts'
import { markPage } from '@/web/components/page/page-marks'
import { t } from '@/web/i18n/text'
import classes from './PhotoViewer.module.css'

/** Only the owner needs it, and the form fields that it uses. */
const PhotoTools = lazy(async () => ({ default: (await import('./PhotoTools')).PhotoTools }))

interface ViewerProps {
  workout: Workout
  own: boolean
  /** Position of the photo; undefined when the viewer is closed. */
  shown: number | undefined
  /** Shows the photo with an id; null closes the viewer. */
  onShow: (id: string | null) => void
}

/** Shows one photo over the whole page. Arrow keys lead to the others, and Escape closes it. */
export function PhotoViewer({ workout, own, shown, onShow }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const photos = workout.media_attachments
  const photo = shown === undefined ? undefined : photos[shown]
  const isOpen = photo !== undefined
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    dialog.current?.showModal()
    return markPage('dialog')
  }, [isOpen])
  const step = (by: number) => {
    const next = shown === undefined ? undefined : photos[shown + by]
    if (next) onShow(next.id)
  }
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label={t('photos.title')}
      onClose={() => isOpen && onShow(null)}
      onKeyDown={onKeyDown}
    >
      {photo && shown !== undefined && (
        <>
          <EnlargedPhoto photo={photo} position={{ number: shown + 1, count: photos.length }} />
          <ViewerButtons
            hasPrevious={shown > 0}
            hasNext={shown < photos.length - 1}
            onStep={step}
            onClose={() => onShow(null)}
          />
          {own && (
            <Suspense>
              <PhotoTools key={photo.id} workout={workout} index={shown} onShow={onShow} />
            </Suspense>
          )}
        </>
      )}
    </dialog>
  )
}

function EnlargedPhoto({
  photo: { url, description, meta },
  position,
}: {
  photo: Photo
  position: { number: number; count: number }
}) {
  return (
    <figure className={classes.figure}>
      <img
        key={url}
        src={getPhotoPath(meta.screen_url)}
        srcSet={`${getPhotoPath(meta.screen_url)} 1024w, ${getPhotoPath(url)} 2048w`}
        sizes="100vw"
        width={meta.width}
        height={meta.height}
        alt={description || t('photos.number', position)}
      />
      <figcaption aria-live="polite">
        {description && <span>{description}</span>}
        <span className={classes.position}>{t('photos.number', position)}</span>
      </figcaption>
    </figure>
  )
}

/** Buttons that lead nowhere stay, because keyboard users would lose the focus with them. */
function ViewerButtons({
  hasPrevious,
  hasNext,
  onStep,
  onClose,
}: {
  hasPrevious: boolean
  hasNext: boolean
  onStep: (by: number) => void
  onClose: () => void
}) {
  return (
    <>
      <ActionIcon
        className={classes.previous}
        variant="default"
        size={44}
        aria-label={t('photos.previous')}
        aria-disabled={!hasPrevious || undefined}
        onClick={() => onStep(-1)}
      >
        <IconChevronLeft size={26} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        className={classes.next}
        variant="default"
        size={44}
        aria-label={t('photos.next')}
        aria-disabled={!hasNext || undefined}
        onClick={() => onStep(1)}
      >
        <IconChevronRight size={26} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        className={classes.close}
        variant="default"
        size={44}
        aria-label={t('form.close')}
        onClick={onClose}
      >
        <IconX size={24} stroke={1.7} />
      </ActionIcon>
    </>
  )
}
