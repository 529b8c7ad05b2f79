import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Markdown } from '@/web/components/page/Markdown'
import { t } from '@/web/i18n/text'
import { findDraft } from '@/web/state/drafts'
import classes from './EditableDescription.module.css'
import { EditButton } from './EditButton'

const DescriptionForm = lazy(() =>
  import('./DescriptionForm').then((module) => ({ default: module.DescriptionForm })),
)

/** The description of a workout, which its owner edits in place. Esc cancels. */
export function EditableDescription({
  draft,
  text,
  onSave,
}: {
  /** Name of the draft of the description; with a draft, the field is open from the start. */
  draft: string
  text: string
  /** Rejects if the text was not saved. */
  onSave: (text: string) => Promise<void>
}) {
  const [isEditing, setEditing] = useState(() => findDraft(draft) !== undefined)
  const button = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    // The focused field or button is gone.
    if (!isEditing && wasEdited.current) button.current?.focus()
    wasEdited.current = isEditing
  }, [isEditing])
  const label = t('workout.description')
  const shown = text && <Markdown text={text} />
  return (
    <section aria-label={label}>
      <h2 className={classes.heading}>
        {label}
        {!isEditing && (
          <EditButton
            ref={button}
            label={t('inPlace.editDescription')}
            onClick={() => setEditing(true)}
          />
        )}
      </h2>
      {isEditing ? (
        <Suspense fallback={shown}>
          <DescriptionForm
            draft={draft}
            text={text}
            onSave={onSave}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      ) : (
        shown
      )}
    </section>
  )
}
