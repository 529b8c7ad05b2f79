import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailurePanel } from '@/web/components/FailurePanel'
import { t } from '@/web/i18n/text'

/** Stands in for a screen that failed to draw, so that header and navigation survive. */
export function CrashPanel({ error, reset }: ErrorComponentProps) {
  return <FailurePanel whole text={wordsOf(error)} onRetry={reset} />
}

const wordsOf = (error: unknown) =>
  error instanceof Error && error.message !== '' ? error.message : t('error.unknown')
