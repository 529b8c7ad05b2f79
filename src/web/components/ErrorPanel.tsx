import { Button } from '@mantine/core'
import { errorText } from '@/web/api/api-error'
import { t } from '@/web/i18n/text'
import classes from './ErrorPanel.module.css'

/** Says what went wrong in the server's own words, and offers to try again. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className={classes.panel} role="alert">
      <p className={classes.title}>{t('error.title')}</p>
      <p className={classes.text}>{errorText(error)}</p>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  )
}
