import { FailurePanel } from './FailurePanel'
import { errorText } from './refusal-text'

/** Says what went wrong and what to do, and offers to try again. */
export function ErrorPanel({
  error,
  onRetry,
  whole = false,
}: {
  error: unknown
  onRetry?: () => void
  /** Whether it is all that the screen has. */
  whole?: boolean
}) {
  return <FailurePanel text={errorText(error)} whole={whole} {...(onRetry && { onRetry })} />
}
