import { describeError } from './describe-error'
import classes from './ErrorNote.module.css'

/** The message of an error, next to its cause; renders nothing without an error. */
export function ErrorNote({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p className={classes.note} role="alert">
      {describeError(error)}
    </p>
  )
}
