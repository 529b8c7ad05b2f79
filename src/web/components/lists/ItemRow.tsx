import { type ReactNode, useId } from 'react'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import classes from './ItemList.module.css'

/** A row of a list: the item's name and details, and its actions, which screen readers announce with the name. */
export function ItemRow({
  picture,
  name,
  isOff = false,
  badges,
  facts,
  error,
  children,
}: {
  picture?: ReactNode
  name: ReactNode
  /** Whether the item is inactive. */
  isOff?: boolean
  /** Badges next to the name. */
  badges?: ReactNode
  /** Details of the item, one line each. */
  facts: readonly ReactNode[]
  /** The error of the last action on the item. */
  error?: Error | null
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className={classes.row}>
      {picture}
      <span className={classes.names}>
        <span className={classes.title}>
          <span id={id} className={isOff ? classes.off : classes.name}>
            {name}
          </span>
          {badges}
        </span>
        {facts.filter(Boolean).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place.
          <span key={index} className={classes.facts}>
            {line}
          </span>
        ))}
        <ErrorNote error={error} />
      </span>
      {children && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
        <div role="group" aria-labelledby={id} className={classes.actions}>
          {children}
        </div>
      )}
    </div>
  )
}
