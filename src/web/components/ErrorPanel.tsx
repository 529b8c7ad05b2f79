import { FailurePanel } from './FailurePanel'
import { errorText } from './refusal-text'

/** Says what went wrong and what to do, and offers to try again. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return <FailurePanel text={errorText(error)} {...(onRetry && { onRetry })} />
}
