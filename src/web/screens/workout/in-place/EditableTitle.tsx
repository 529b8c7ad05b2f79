import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '@/web/i18n/text'
import classes from './EditableTitle.module.css'

const MAX_LENGTH = 255

/** The title of a page, which its owner changes by clicking on it. Enter and leaving the field save, Esc cancels. */
export function EditableTitle({
  title,
  value,
  onSave,
}: {
  /** The title as shown, which is automatic if the value is empty. */
  title: string
  value: string
  onSave: (title: string) => void
}) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasClosedByKey = useRef(false)
  useEffect(() => {
    if (!isEditing && wasClosedByKey.current) button.current?.focus()
  }, [isEditing])
  if (isEditing)
    return (
      <TitleField
        value={value}
        placeholder={title}
        onClose={(typed, byKey) => {
          wasClosedByKey.current = byKey
          setEditing(false)
          if (typed !== null && typed !== value) onSave(typed)
        }}
      />
    )
  return (
    <h1>
      <button
        ref={button}
        type="button"
        className={classes.title}
        title={t('inPlace.rename')}
        onClick={() => setEditing(true)}
      >
        {title}
        <IconPencil size={18} stroke={1.75} aria-hidden="true" />
      </button>
    </h1>
  )
}

function TitleField({
  value,
  placeholder,
  onClose,
}: {
  value: string
  placeholder: string
  /** Called once, with the new title, or null if nothing should be saved. */
  onClose: (title: string | null, byKey: boolean) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const isClosed = useRef(false)
  useEffect(() => field.current?.select(), [])
  const close = (title: string | null, byKey: boolean) => {
    // Removing the focused field is followed by an event that it lost the focus.
    if (isClosed.current) return
    isClosed.current = true
    onClose(title, byKey)
  }
  return (
    <h1>
      <input
        ref={field}
        className={classes.field}
        aria-label={t('add.name')}
        defaultValue={value}
        placeholder={placeholder}
        maxLength={MAX_LENGTH}
        onBlur={({ currentTarget }) => close(currentTarget.value.trim(), false)}
        onKeyDown={(event) => {
          const { key, currentTarget, nativeEvent } = event
          if (nativeEvent.isComposing || (key !== 'Enter' && key !== 'Escape')) return
          // The title has the focus by the time the key is released; it must not be clicked by the same key.
          event.preventDefault()
          close(key === 'Enter' ? currentTarget.value.trim() : null, true)
        }}
      />
    </h1>
  )
}
