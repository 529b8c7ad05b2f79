import { errorText } from '@/web/api/api-error'
import classes from './ErrorNote.module.css'

/** The words of a refusal, beside what caused it; nothing when there is none. */
export function ErrorNote({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p className={classes.note} role="alert">
      {errorText(error)}
    </p>
  )
}
