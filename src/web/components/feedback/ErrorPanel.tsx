import { describeError } from './describe-error'
import { FailurePanel } from './FailurePanel'

/** A panel with the message of an error, and a button to retry. */
export function ErrorPanel({
  error,
  onRetry,
  whole = false,
}: {
  error: unknown
  onRetry?: () => void
  /** Whether the panel is the screen's only content. */
  whole?: boolean
}) {
  return <FailurePanel text={describeError(error)} whole={whole} {...(onRetry && { onRetry })} />
}
