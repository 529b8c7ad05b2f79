import { Button } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Markdown } from '@/web/components/page/Markdown'
import { t } from '@/web/i18n/text'
import classes from './EditableDescription.module.css'
import { EditButton } from './EditButton'

const MAX_LENGTH = 10_000

/** The description of a workout, which its owner edits in place. Esc cancels. */
export function EditableDescription({
  text,
  onSave,
}: {
  text: string
  onSave: (text: string) => void
}) {
  const [isEditing, setEditing] = useState(false)
  const label = t('workout.description')
  if (isEditing)
    return (
      <section aria-label={label}>
        <h2 className={classes.heading}>{label}</h2>
        <DescriptionForm
          text={text}
          onClose={(typed) => {
            setEditing(false)
            if (typed !== null && typed !== text) onSave(typed)
          }}
        />
      </section>
    )
  return (
    <section aria-label={label}>
      <h2 className={classes.heading}>
        {label}
        <EditButton label={t('inPlace.editDescription')} onClick={() => setEditing(true)} />
      </h2>
      {text && <Markdown text={text} />}
    </section>
  )
}

function DescriptionForm({
  text,
  onClose,
}: {
  text: string
  /** Called with the new text, or null if nothing should be saved. */
  onClose: (text: string | null) => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onClose(field.current?.value.trim() ?? null)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <textarea
        ref={field}
        className={classes.field}
        aria-label={t('workout.description')}
        defaultValue={text}
        rows={6}
        maxLength={MAX_LENGTH}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClose(null)
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" size="sm" onClick={() => onClose(null)}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" size="sm">
          {t('form.save')}
        </Button>
      </div>
    </form>
  )
}
