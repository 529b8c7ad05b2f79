import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '@/web/components/use-page-title'
import { t } from '@/web/i18n/text'
import classes from './NotFoundScreen.module.css'

/** For addresses that lead nowhere. */
export function NotFoundScreen() {
  usePageTitle(t('notFound.title'))
  return (
    <div className={classes.screen}>
      <p className={classes.plate} aria-hidden="true">
        404
      </p>
      <h1 className={classes.title}>{t('notFound.title')}</h1>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </div>
  )
}
