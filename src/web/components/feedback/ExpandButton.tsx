import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import classes from './ExpandButton.module.css'

/** A button that expands or collapses the settings of a list item. */
export function ExpandButton({
  text,
  label,
  expanded,
  onToggle,
}: {
  text: string
  /** Accessible label: the text together with the item's name. */
  label: string
  expanded: boolean
  onToggle: () => void
}) {
  return (
    <Button
      className={classes.button}
      variant="subtle"
      size="sm"
      aria-expanded={expanded}
      aria-label={label}
      rightSection={<IconChevronDown size={16} />}
      onClick={onToggle}
    >
      {text}
    </Button>
  )
}
