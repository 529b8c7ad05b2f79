import { isSuspended } from '@/web/api/client/api-error'
import { describeError } from './describe-error'
import { SuspensionLink } from './ErrorNote'
import { FailurePanel } from './FailurePanel'

/** A panel with the message of an error, and a button to retry, or the link to the appeal of a suspended account. */
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
  return (
    <FailurePanel
      text={describeError(error)}
      whole={whole}
      {...(onRetry && !isSuspended(error) && { onRetry })}
    >
      <SuspensionLink error={error} />
    </FailurePanel>
  )
}
