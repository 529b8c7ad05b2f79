import { CloseButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { workoutsOfDaysQuery } from '@/web/api/photos/workouts-of-days'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { Panel } from '@/web/components/page/Panel'
import { formatDate, formatTime } from '@/web/format/dates'
import { toDay } from '@/web/format/days'
import { parseDuration } from '@/web/format/duration'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './PhotosPanel.module.css'
import { findWorkoutAt, toLocalTime } from './photo-time'
import type { ChosenPhoto, usePhotos } from './use-photos'

/** Days whose workouts are offered; photos of more days are rare, and each day is a request. */
const MAX_DAYS = 14

/**
 * The chosen photos. `recording` is the name of the only recording, to whose workout they are added with its upload;
 * otherwise the workout of each can be chosen, which is the one of the same time at first.
 */
export function PhotosPanel({
  chosen: { photos, remove, choose, sending },
  recording,
  busy,
}: {
  chosen: ReturnType<typeof usePhotos>
  recording: string | undefined
  busy: boolean
}) {
  const isChoosing = recording === undefined
  const workouts = useWorkoutChoices(isChoosing ? photos : [])
  const targetOf = ({ time, choice }: ChosenPhoto) =>
    choice ?? (time === undefined ? '' : (findWorkoutAt(time, workouts)?.id ?? ''))
  const targets = new Map(
    photos.map((photo) => [photo.id, targetOf(photo)] as const).filter(([, target]) => target),
  )
  const isBusy = busy || sending.isPending
  const text = isChoosing ? t('add.photosChoose') : t('add.photosWith', { name: recording })
  return (
    <Panel title={t('photos.title')} text={text}>
      <ul className={classes.list} aria-label={t('add.photos')}>
        {photos.map((photo) => (
          <PhotoItem
            key={photo.id}
            file={photo.file}
            disabled={isBusy}
            onRemove={() => remove([photo.id])}
          >
            {isChoosing && (
              <NativeSelect
                isLabelHidden
                label={t('add.photoWorkout', { name: photo.file.name })}
                value={targetOf(photo)}
                disabled={isBusy}
                onChange={(id) => choose(photo.id, id)}
              >
                {renderOptions([{ value: '', label: t('add.photoHint') }, ...workouts])}
              </NativeSelect>
            )}
          </PhotoItem>
        ))}
      </ul>
      <ErrorNote error={sending.error} />
      {isChoosing && (
        <div>
          <BusyButton
            busy={sending.isPending}
            disabled={busy || targets.size === 0}
            onClick={() => sending.mutate(targets)}
          >
            {t('add.photosSubmit', { count: targets.size })}
          </BusyButton>
        </div>
      )}
    </Panel>
  )
}

function PhotoItem({
  file,
  disabled,
  onRemove,
  children,
}: {
  file: File
  disabled: boolean
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <li className={classes.item}>
      <Thumbnail file={file} />
      <span className={classes.name}>{file.name}</span>
      <CloseButton
        size="sm"
        disabled={disabled}
        aria-label={t('add.remove', { name: file.name })}
        onClick={onRemove}
      />
      {children && <div className={classes.workout}>{children}</div>}
    </li>
  )
}

/** The workouts around the times of photos, and the latest ones, newest first, with a label and their local times. */
function useWorkoutChoices(photos: readonly ChosenPhoto[]) {
  const preferences = usePreferences()
  const days = [...new Set(photos.flatMap(({ time }) => (time === undefined ? [] : [toDay(time)])))]
  const query = workoutsOfDaysQuery(days.sort().slice(0, MAX_DAYS))
  const { data = [] } = useQuery({
    ...query,
    enabled: photos.length > 0,
    placeholderData: keepPreviousData,
  })
  return data
    .map((workout) => ({
      ...timesOf(workout, preferences.timeZone),
      ...{ id: workout.id, value: workout.id },
      label: labelOf(workout, preferences),
    }))
    .toSorted((one, other) => other.start - one.start)
}

function timesOf({ workout_date, duration }: ListedWorkout, timeZone: string) {
  const start = toLocalTime(Date.parse(workout_date), timeZone)
  return { start, end: start + (parseDuration(duration) ?? 0) * 1000 }
}

function labelOf(
  { workout_date, title }: ListedWorkout,
  preferences: Parameters<typeof formatDate>[1],
): string {
  const date = new Date(workout_date)
  const time = `${formatDate(date, preferences)}, ${formatTime(date, preferences)}`
  return `${time} · ${title || t('workout.untitled')}`
}

/** A small picture of a photo; empty if the browser cannot show its format. */
function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return (
    <span className={classes.thumbnail}>
      {url !== undefined && <img src={url} alt="" onError={() => setUrl(undefined)} />}
    </span>
  )
}
