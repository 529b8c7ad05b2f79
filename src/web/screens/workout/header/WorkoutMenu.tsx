import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { refreshRecording } from '@/web/api/workouts/edits'
import {
  downloadRecording,
  editWorkout,
  recalculateWorkout,
  suggestTitle,
  type Workout,
} from '@/web/api/workouts/workouts'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { Dialog } from '@/web/components/feedback/Dialog'
import { Disclosure } from '@/web/components/feedback/Disclosure'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import { useTextSave } from '@/web/screens/workout/in-place/save-in-place'
import { showMessage } from '@/web/state/messages'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { useRoleOver } from '@/web/state/role'
import classes from './WorkoutMenu.module.css'

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

const ModerationForm = lazy(() =>
  import('@/web/components/moderation/ModerationForm').then((module) => ({
    default: module.ModerationForm,
  })),
)

const DeleteConfirmation = lazy(() =>
  import('./DeleteConfirmation').then((module) => ({ default: module.DeleteConfirmation })),
)

const CourseChoice = lazy(() =>
  import('./CourseChoice').then((module) => ({ default: module.CourseChoice })),
)

type OpenDialog = 'share' | 'edit' | 'course' | 'delete' | 'moderate'

/**
 * A menu with the less frequent actions on a workout. The dialogs are outside the menu, which closes when one opens.
 */
export function WorkoutMenu({ workout, own }: { workout: Workout; own: boolean }) {
  const [opened, open] = useState<OpenDialog>()
  const close = () => open(undefined)
  const moderates = useRoleOver(workout.user.role) && !own
  return (
    <>
      <Disclosure
        label={t('workout.more')}
        className={classes.button}
        button={<IconDots size={20} stroke={1.75} />}
      >
        {(closeMenu) => (
          <WorkoutTools
            workout={workout}
            own={own}
            moderates={moderates}
            onClose={closeMenu}
            onOpen={(dialog) => {
              closeMenu()
              open(dialog)
            }}
          />
        )}
      </Disclosure>
      {moderates && (
        <ModerationDialog workout={workout} opened={opened === 'moderate'} onClose={close} />
      )}
      <Dialog title={t('courses.course')} opened={opened === 'course'} onClose={close}>
        <Suspense>
          <CourseChoice workout={workout} own={own} />
        </Suspense>
      </Dialog>
      {own && (
        <>
          <Dialog title={t('sharing.title')} opened={opened === 'share'} onClose={close}>
            <Suspense>
              <SharePanel workout={workout} />
            </Suspense>
          </Dialog>
          <Dialog title={t('trackEdit.title')} opened={opened === 'edit'} onClose={close}>
            <Suspense>
              <RecordingEditor workout={workout} />
            </Suspense>
          </Dialog>
          <Dialog title={t('workout.deleteTitle')} opened={opened === 'delete'} onClose={close}>
            <Suspense>
              <DeleteConfirmation
                id={workout.id}
                legs={workout.multisport?.legs?.length ?? 1}
                onClose={close}
              />
            </Suspense>
          </Dialog>
        </>
      )}
    </>
  )
}

/** The form in which a moderator acts on the workout or its owner. */
function ModerationDialog({
  workout: { id, suspended, user },
  opened,
  onClose,
}: {
  workout: Workout
  opened: boolean
  onClose: () => void
}) {
  const title = t('moderate.title', { name: user.username })
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <Suspense>
        <ModerationForm
          user={user}
          content={{ type: 'workout', id, suspended }}
          onClose={onClose}
        />
      </Suspense>
    </Dialog>
  )
}

/** Actions on a workout: downloads, sharing, printing, recalculation and, for its owner, deletion. */
function WorkoutTools({
  workout,
  own,
  moderates,
  onClose,
  onOpen,
}: {
  workout: Workout
  own: boolean
  /** Whether the user may act on the workout as a moderator. */
  moderates: boolean
  onClose: () => void
  onOpen: (dialog: OpenDialog) => void
}) {
  const isMember = useProfile() !== undefined
  const isEditable = own && workout.original_file && workout.with_analysis
  return (
    <section className={classes.tools} aria-label={t('workout.tools')}>
      {own && <DialogTool label={t('workout.share')} onClick={() => onOpen('share')} />}
      <PageLink title={workout.title ?? ''} canSend={!own} />
      <Tool
        label={t('workout.print')}
        onClick={() => {
          onClose()
          window.print()
        }}
      />
      {own && workout.with_geometry && <TitleTool workout={workout} onClose={onClose} />}
      {own && workout.original_file && <RecordingTools workout={workout} />}
      {isEditable && <DialogTool label={t('trackEdit.title')} onClick={() => onOpen('edit')} />}
      {isMember && workout.with_geometry && (
        <DialogTool
          label={t(own ? 'courses.choose' : 'courses.saveAs')}
          onClick={() => onOpen('course')}
        />
      )}
      {own && <RecordsTool workout={workout} />}
      {moderates && <DialogTool label={t('moderate.do')} onClick={() => onOpen('moderate')} />}
      {own && <DialogTool label={t('workout.delete')} onClick={() => onOpen('delete')} />}
    </section>
  )
}

/** The look of all actions. */
const LOOK = { variant: 'subtle', size: 'sm', color: 'gray', justify: 'start' } as const

interface ToolProps {
  label: string
  onClick: () => void
}

const Tool = ({ label, onClick }: ToolProps) => (
  <Button {...LOOK} onClick={onClick}>
    {label}
  </Button>
)

const DialogTool = ({ label, onClick }: ToolProps) => (
  <Button {...LOOK} aria-haspopup="dialog" onClick={onClick}>
    {label}
  </Button>
)

/** The URL of this page without temporary parameters. */
const pageAddress = (): string => `${window.location.origin}${window.location.pathname}`

/** Sends the URL of the page to another app where the device supports it, or copies it. */
function PageLink({ title, canSend }: { title: string; canSend: boolean }) {
  const { copy, copied, error } = useClipboard({ timeout: 8000 })
  const canShare = canSend && 'share' in navigator
  return (
    <>
      {canShare && (
        <Button
          {...LOOK}
          // Rejects when the user closes the share dialog, which is not an error.
          onClick={() => void navigator.share({ title, url: pageAddress() }).catch(() => undefined)}
        >
          {t('workout.share')}
        </Button>
      )}
      <Tool label={t('workout.copyLink')} onClick={() => copy(pageAddress())} />
      <span role="status">
        {copied && t('workout.linkCopied')}
        {/* Browsers allow copying only on secure (https) pages. */}
        {error && <code>{pageAddress()}</code>}
      </span>
    </>
  )
}

/** Replaces the title with one that names the places of the workout. */
function TitleTool({ workout, onClose }: { workout: Workout; onClose: () => void }) {
  const { language } = usePreferences()
  const save = useTextSave(workout)
  const suggestion = useMutation({
    mutationFn: async () => {
      const title = await suggestTitle(workout.id, language)
      if (title === null) return showMessage({ text: t('inPlace.noSuggestion') })
      await save({ title }, { title })
    },
    onSuccess: onClose,
  })
  return (
    <>
      <BusyButton {...LOOK} busy={suggestion.isPending} onClick={() => suggestion.mutate()}>
        {t('inPlace.suggest')}
      </BusyButton>
      <ErrorNote error={suggestion.error} />
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
      <Tool
        label={t('workout.original', { extension: (extension ?? '').toUpperCase() })}
        onClick={() => download.mutate({ id, kind: 'original', name: `${id}.${extension}` })}
      />
      {extension !== 'gpx' && placed && (
        <Tool
          label={t('workout.gpx')}
          onClick={() => download.mutate({ id, kind: 'gpx', name: `${id}.gpx` })}
        />
      )}
      <BusyButton {...LOOK} busy={recalculation.isPending} onClick={() => recalculation.mutate()}>
        {t('workout.recalculate')}
      </BusyButton>
      <span role="status">{recalculation.isSuccess && t('workout.recalculated')}</span>
      <ErrorNote error={download.error ?? recalculation.error} />
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
      <BusyButton {...LOOK} busy={change.isPending} onClick={() => change.mutate()}>
        {t(isExcluded ? 'workout.include' : 'workout.exclude')}
      </BusyButton>
      <ErrorNote error={change.error} />
    </>
  )
}
