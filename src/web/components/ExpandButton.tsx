import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import classes from './ExpandButton.module.css'

/** Opens and closes what can be changed of an item of a list. */
export function ExpandButton({
  text,
  label,
  expanded,
  onToggle,
}: {
  text: string
  /** The text with the name of the item. */
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
