import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorPanel } from '@/web/components/ErrorPanel'

/** Stands in for a screen that failed to draw, so that header and navigation survive. */
export function CrashPanel({ error, reset }: ErrorComponentProps) {
  return <ErrorPanel error={error} onRetry={reset} />
}
