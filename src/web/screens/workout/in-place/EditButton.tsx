import { IconPencil } from '@tabler/icons-react'
import type { Ref } from 'react'
import classes from './EditableDescription.module.css'

/** A small button with a pencil, next to what it edits. */
export function EditButton({
  ref,
  label,
  onClick,
}: {
  ref?: Ref<HTMLButtonElement>
  label: string
  onClick: () => void
}) {
  return (
    <button
      ref={ref}
      type="button"
      className={classes.edit}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <IconPencil size={17} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
