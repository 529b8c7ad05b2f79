import { Button } from '@mantine/core'
import { t } from '@/web/i18n/text'
import classes from './FailurePanel.module.css'

/** Says in a few words what did not work, and offers to try again. */
export function FailurePanel({
  text,
  onRetry,
  whole = false,
}: {
  text: string
  onRetry?: () => void
  /** Whether it is all that the screen has, and so its heading. */
  whole?: boolean
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
    </div>
  )
}
