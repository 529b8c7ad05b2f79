import { Button } from '@mantine/core'
import { t } from '@/web/i18n/text'
import classes from './FailurePanel.module.css'

/** Says in a few words what did not work, and offers to try again. */
export function FailurePanel({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className={classes.panel} role="alert">
      <p className={classes.title}>{t('error.title')}</p>
      <p className={classes.text}>{text}</p>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}
