import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailurePanel } from '@/web/components/feedback/FailurePanel'
import { t } from '@/web/i18n/text'

/** Replaces a screen whose rendering failed, so that header and navigation remain usable. */
export function CrashPanel({ error, reset }: ErrorComponentProps) {
  return <FailurePanel whole text={getMessage(error)} onRetry={reset} />
}

const getMessage = (error: unknown) =>
  error instanceof Error && error.message !== '' ? error.message : t('error.unknown')
