import { type ReactNode, useId } from 'react'
import { ErrorNote } from './ErrorNote'
import classes from './ItemList.module.css'

/** What a list says of one of its things in a line, and what can be done with it: of which one, its name says. */
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
  /** Whether it is out of use. */
  isOff?: boolean
  /** Stand beside the name. */
  badges?: ReactNode
  /** What is known of it, a line each. */
  facts: readonly ReactNode[]
  /** Why the last thing that was to be done with it was not. */
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
