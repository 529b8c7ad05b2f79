import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UploadDetails } from '@/web/api/upload'
import type { Remedy } from '@/web/api/upload-answer'
import { formatDate, formatTime } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { typedDuration } from '@/web/format/typed-numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './UploadOutcome.module.css'

/** Asks what would let a file be read after all; the file is sent again with the answer. */
export function RemedyQuestion({
  remedy,
  busy,
  onAnswer,
}: {
  remedy: Remedy
  busy: boolean
  onAnswer: (answers: UploadDetails) => void
}) {
  switch (remedy.code) {
    case 'times_missing':
      return <GiveTimes busy={busy} onAnswer={onAnswer} />
    case 'sport_unknown':
      return (
        <p className={classes.note} role="alert">
          {remedy.name ? t('remedy.sportNamed', { name: remedy.name }) : t('remedy.sport')}
        </p>
      )
    case 'incomplete_file':
    case 'lone_track':
      return (
        <div className={classes.note} role="alert">
          <p>
            {remedy.code === 'lone_track' ? t('remedy.loneTrack') : <WhatIsThere remedy={remedy} />}
          </p>
          <div className={classes.buttons}>
            <Button size="xs" disabled={busy} onClick={() => onAnswer({ accept_partial: true })}>
              {t(remedy.code === 'lone_track' ? 'remedy.readTrack' : 'remedy.readPart')}
            </Button>
          </div>
        </div>
      )
    default:
      return (
        <p className={classes.note} role="alert">
          {remedy.text}
        </p>
      )
  }
}

function WhatIsThere({ remedy: { points, until } }: { remedy: Remedy }) {
  const preferences = usePreferences()
  if (points === undefined) return t('remedy.incomplete')
  const count = formatNumber(points, 0, preferences.locale)
  if (until === undefined) return t('remedy.incompletePoints', { points: count })
  const end = new Date(until)
  return t('remedy.incompleteUntil', {
    points: count,
    until: `${formatDate(end, preferences)}, ${formatTime(end, preferences)}`,
  })
}

function GiveTimes({
  busy,
  onAnswer,
}: {
  busy: boolean
  onAnswer: (answers: UploadDetails) => void
}) {
  const preferences = usePreferences()
  const form = useForm({
    initialValues: {
      day: formatDate(new Date(), { ...preferences, dateFormat: 'yyyy-MM-dd' }),
      time: '',
      duration: '',
    },
    validate: {
      day: (day) => (day === '' ? t('manual.dayRule') : null),
      time: (time) => (time === '' ? t('manual.dayRule') : null),
      duration: (text) => (typedDuration(text) > 0 ? null : t('manual.durationRule')),
    },
  })
  const answer = () => {
    const { day, time, duration } = form.values
    if (form.validate().hasErrors) return
    onAnswer({ workout_date: `${day} ${time}`, duration: typedDuration(duration) })
  }
  return (
    // A form of its own cannot stand inside the form of the upload.
    <fieldset
      className={classes.note}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        answer()
      }}
    >
      <legend>
        <span role="alert">{t('remedy.times')}</span>
      </legend>
      <div className={classes.times}>
        <TextInput label={t('manual.day')} type="date" {...form.getInputProps('day')} />
        <TextInput label={t('manual.time')} type="time" {...form.getInputProps('time')} />
        <TextInput
          label={t('manual.duration')}
          placeholder="1:30:00"
          {...form.getInputProps('duration')}
        />
      </div>
      <div className={classes.buttons}>
        <Button size="xs" disabled={busy} onClick={answer}>
          {t('remedy.send')}
        </Button>
      </div>
    </fieldset>
  )
}
