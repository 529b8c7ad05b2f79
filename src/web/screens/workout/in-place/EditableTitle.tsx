import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { describeError } from '@/web/components/feedback/describe-error'
import { t } from '@/web/i18n/text'
import { findDraft, saveDraft } from '@/web/state/drafts'
import { useUnsavedChanges } from '@/web/state/unsaved-changes'
import classes from './EditableTitle.module.css'

const MAX_LENGTH = 255
const ERROR_ID = 'title-error'

/** A title that the server rejected, and why. */
type Rejection = { title: string; error: unknown }

interface TitleProps {
  /** Name of the draft that is stored while the title is edited; with a draft, the field is open from the start. */
  draft: string
  value: string
  /** Rejects if the title was not saved. */
  onSave: (title: string) => Promise<void>
}

/**
 * The title of a page, which its owner changes by clicking on it. Enter and leaving the field save, Esc cancels. A title
 * that the server rejects stays in the field.
 */
export function EditableTitle({
  title,
  ...props
}: TitleProps & {
  /** The title as shown, which is automatic if the value is empty. */
  title: string
}) {
  const { isEditing, hasFocus, rejection, open, close } = useTitleEditing(props)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isEditing && hasFocus) button.current?.focus()
  }, [isEditing, hasFocus])
  if (isEditing)
    return (
      <>
        <TitleField
          {...props}
          placeholder={title}
          rejection={rejection}
          hasFocus={hasFocus}
          onClose={close}
        />
        {rejection && (
          <p id={ERROR_ID} role="alert" className={classes.error}>
            {t('inPlace.failed', { reason: describeError(rejection.error) })}
          </p>
        )}
      </>
    )
  return (
    <h1>
      <button
        ref={button}
        type="button"
        className={classes.title}
        title={t('inPlace.rename')}
        onClick={open}
      >
        {title}
        <IconPencil size={18} stroke={1.75} aria-hidden="true" />
      </button>
    </h1>
  )
}

function useTitleEditing({ draft, value, onSave }: TitleProps) {
  const [isEditing, setEditing] = useState(() => findDraft(draft) !== undefined)
  const [rejection, setRejection] = useState<Rejection | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const open = () => {
    setFocus(true)
    setEditing(true)
  }
  const close = (typed: string | null, byKey: boolean) => {
    setFocus(byKey)
    setEditing(false)
    setRejection(null)
    if (typed === null || typed === value) return saveDraft(draft, '')
    onSave(typed).then(
      () => saveDraft(draft, ''),
      (error: unknown) => {
        setRejection({ title: typed, error })
        setEditing(true)
      },
    )
  }
  return { isEditing, rejection, hasFocus, open, close }
}

function TitleField({
  draft,
  value,
  placeholder,
  rejection,
  hasFocus,
  onClose,
}: TitleProps & {
  placeholder: string
  rejection: Rejection | null
  /** Whether the field takes the focus. If it was left, the focus stays elsewhere when its title is rejected. */
  hasFocus: boolean
  /** Called once, with the new title, or null if nothing should be saved. */
  onClose: (title: string | null, byKey: boolean) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, type] = useState(findDraft(draft) ?? value)
  useUnsavedChanges(typed !== value, () => saveDraft(draft, ''))
  useEffect(() => {
    if (hasFocus) field.current?.select()
  }, [hasFocus])
  const isClosed = useRef(false)
  const close = (title: string | null, byKey: boolean) => {
    // Removing the focused field is followed by an event that it lost the focus.
    if (isClosed.current) return
    isClosed.current = true
    onClose(title, byKey)
  }
  const closeByKey = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing || (key !== 'Enter' && key !== 'Escape')) return
    // The title has the focus by the time the key is released; it must not be clicked by the same key.
    event.preventDefault()
    close(key === 'Enter' ? typed.trim() : null, true)
  }
  return (
    <h1>
      <input
        ref={field}
        className={classes.field}
        aria-label={t('add.name')}
        {...(rejection && { 'aria-invalid': true, 'aria-describedby': ERROR_ID })}
        value={typed}
        placeholder={placeholder}
        maxLength={MAX_LENGTH}
        onChange={({ currentTarget: { value: text } }) => {
          type(text)
          saveDraft(draft, text === value ? '' : text)
        }}
        onBlur={() => {
          // The same title would be rejected again.
          if (typed.trim() !== rejection?.title) close(typed.trim(), false)
        }}
        onKeyDown={closeByKey}
      />
    </h1>
  )
}
