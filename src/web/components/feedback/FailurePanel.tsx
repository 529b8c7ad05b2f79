import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '@/web/i18n/text'
import classes from './FailurePanel.module.css'

/** A panel that describes a failure, with a button to retry. */
export function FailurePanel({
  text,
  onRetry,
  whole = false,
  children,
}: {
  text: string
  onRetry?: () => void
  /** Whether the panel is the screen's only content, which makes its title the heading of the page. */
  whole?: boolean
  children?: ReactNode
}) {
  const Title = whole ? 'h1' : 'p'
  return (
    <div className={classes.panel} role="alert">
      <Title className={classes.title}>{t('error.title')}</Title>
      <p className={classes.text}>{text}</p>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
      {children}
    </div>
  )
}
