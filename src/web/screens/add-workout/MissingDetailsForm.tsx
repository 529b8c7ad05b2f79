import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UploadDetails } from '@/web/api/client/upload'
import type { MissingDetails } from '@/web/api/client/upload-response'
import { translateError } from '@/web/components/feedback/describe-error'
import { formatDate, formatTime } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { parseTypedDuration } from '@/web/format/typed-numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './UploadOutcome.module.css'

/** Asks for the details that are missing to read a file; the file is then uploaded again with them. */
export function MissingDetailsForm({
  remedy,
  busy,
  onRetry,
}: {
  remedy: MissingDetails
  busy: boolean
  onRetry: (addedDetails: UploadDetails) => void
}) {
  switch (remedy.code) {
    case 'times_missing':
      return <GiveTimes busy={busy} onRetry={onRetry} />
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
            <Button size="xs" disabled={busy} onClick={() => onRetry({ accept_partial: true })}>
              {t(remedy.code === 'lone_track' ? 'remedy.readTrack' : 'remedy.readPart')}
            </Button>
          </div>
        </div>
      )
    default:
      return (
        <p className={classes.note} role="alert">
          {translateError(remedy.text)}
        </p>
      )
  }
}

function WhatIsThere({ remedy: { points, until } }: { remedy: MissingDetails }) {
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
  onRetry,
}: {
  busy: boolean
  onRetry: (addedDetails: UploadDetails) => void
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
      duration: (text) => (parseTypedDuration(text) > 0 ? null : t('manual.durationRule')),
    },
  })
  const submit = () => {
    const { day, time, duration } = form.values
    if (form.validate().hasErrors) return
    onRetry({ workout_date: `${day} ${time}`, duration: parseTypedDuration(duration) })
  }
  return (
    // Not a form element, because HTML forms cannot be nested.
    <fieldset
      className={classes.note}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        submit()
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
        <Button size="xs" disabled={busy} onClick={submit}>
          {t('remedy.send')}
        </Button>
      </div>
    </fieldset>
  )
}
