import { IconPencil } from '@tabler/icons-react'
import classes from './EditableDescription.module.css'

/** A small button with a pencil, next to what it edits. */
export function EditButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
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
