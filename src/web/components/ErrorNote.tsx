import classes from './ErrorNote.module.css'
import { errorText } from './refusal-text'

/** The words of a refusal, beside what caused it; nothing when there is none. */
export function ErrorNote({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p className={classes.note} role="alert">
      {errorText(error)}
    </p>
  )
}
