import { Button } from '@mantine/core'
import { useClipboard, useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { refreshRecording } from '@/web/api/workouts/edits'
import {
  downloadRecording,
  editWorkout,
  recalculateWorkout,
  type Workout,
} from '@/web/api/workouts/workouts'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { Dialog } from '@/web/components/feedback/Dialog'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './WorkoutTools.module.css'

const RecordingEditor = lazy(() =>
  import('@/web/screens/workout/edits/RecordingEditor').then((module) => ({
    default: module.RecordingEditor,
  })),
)

const SharePanel = lazy(() =>
  import('@/web/screens/workout/sharing/SharePanel').then((module) => ({
    default: module.SharePanel,
  })),
)

/** Tools for a workout: downloads, sharing, printing and recalculation. */
export function WorkoutTools({ workout, own }: { workout: Workout; own: boolean }) {
  return (
    <section className={classes.tools} aria-label={t('workout.tools')}>
      {own && <ShareTool workout={workout} />}
      <PageLink title={workout.title ?? ''} canSend={!own} />
      <Button variant="default" size="sm" onClick={() => window.print()}>
        {t('workout.print')}
      </Button>
      {own && workout.original_file && <RecordingTools workout={workout} />}
      {own && workout.original_file && workout.with_analysis && <EditTool workout={workout} />}
      {own && <RecordsTool workout={workout} />}
    </section>
  )
}

/** The URL of this page without temporary parameters. */
const pageAddress = (): string => `${window.location.origin}${window.location.pathname}`

/** Opens the dialog with the picture of the workout and public links to it. */
function ShareTool({ workout }: { workout: Workout }) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" size="sm" aria-haspopup="dialog" onClick={open}>
        {t('workout.share')}
      </Button>
      <Dialog title={t('sharing.title')} opened={opened} onClose={close}>
        <Suspense>
          <SharePanel workout={workout} />
        </Suspense>
      </Dialog>
    </>
  )
}

/** Sends the URL of the page to another app where the device supports it, or copies it. */
function PageLink({ title, canSend }: { title: string; canSend: boolean }) {
  const { copy, copied, error } = useClipboard({ timeout: 8000 })
  const canShare = canSend && 'share' in navigator
  return (
    <>
      {canShare && (
        <Button
          variant="default"
          size="sm"
          // Rejects when the user closes the share dialog, which is not an error.
          onClick={() => void navigator.share({ title, url: pageAddress() }).catch(() => undefined)}
        >
          {t('workout.share')}
        </Button>
      )}
      <Button variant="default" size="sm" onClick={() => copy(pageAddress())}>
        {t('workout.copyLink')}
      </Button>
      <span role="status">
        {copied && t('workout.linkCopied')}
        {/* Browsers allow copying only on secure (https) pages. */}
        {error && <code>{pageAddress()}</code>}
      </span>
    </>
  )
}

function RecordingTools({ workout }: { workout: Workout }) {
  const { id, original_file: extension, with_geometry: placed } = workout
  const client = useQueryClient()
  const download = useMutation({ mutationFn: downloadRecording })
  const recalculation = useMutation({
    mutationFn: () => recalculateWorkout(id),
    onSuccess: () => refreshRecording(client, id),
  })
  return (
    <>
      <Button
        variant="default"
        size="sm"
        onClick={() => download.mutate({ id, kind: 'original', name: `${id}.${extension}` })}
      >
        {t('workout.original', { extension: (extension ?? '').toUpperCase() })}
      </Button>
      {extension !== 'gpx' && placed && (
        <Button
          variant="default"
          size="sm"
          onClick={() => download.mutate({ id, kind: 'gpx', name: `${id}.gpx` })}
        >
          {t('workout.gpx')}
        </Button>
      )}
      <BusyButton
        variant="default"
        size="sm"
        busy={recalculation.isPending}
        onClick={() => recalculation.mutate()}
      >
        {t('workout.recalculate')}
      </BusyButton>
      <span role="status">{recalculation.isSuccess && t('workout.recalculated')}</span>
      <ErrorNote error={download.error ?? recalculation.error} />
    </>
  )
}

/** Opens the editor of the recording. */
function EditTool({ workout }: { workout: Workout }) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" size="sm" aria-haspopup="dialog" onClick={open}>
        {t('trackEdit.title')}
      </Button>
      <span role="status">{workout.edited && t('trackEdit.edited')}</span>
      <Dialog title={t('trackEdit.title')} opened={opened} onClose={close}>
        <Suspense>
          <RecordingEditor workout={workout} />
        </Suspense>
      </Dialog>
    </>
  )
}

/** Excludes a workout from records, or includes it again. */
function RecordsTool({
  workout: { id, excluded_from_records: isExcluded = false },
}: {
  workout: Workout
}) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => editWorkout(id, { excluded_from_records: !isExcluded }),
    onSuccess: () => refreshRecording(client, id),
  })
  return (
    <>
      <BusyButton
        variant="default"
        size="sm"
        busy={change.isPending}
        onClick={() => change.mutate()}
      >
        {t(isExcluded ? 'workout.include' : 'workout.exclude')}
      </BusyButton>
      <span role="status">{isExcluded && t('workout.excluded')}</span>
      <ErrorNote error={change.error} />
    </>
  )
}
