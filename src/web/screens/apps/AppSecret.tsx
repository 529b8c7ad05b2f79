import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { NewApp } from '@/web/api/apps'
import { CopyField } from '@/web/components/CopyField'
import { Notice } from '@/web/components/Notice'
import { t } from '@/web/i18n/text'
import classes from './AppSecret.module.css'

/** What the new app has to be told: its client id, and the secret that is not shown again. */
export function AppSecret({ app }: { app: NewApp }) {
  return (
    <div className={classes.secret}>
      <Notice>{t(app.client_secret === null ? 'apps.createdPublic' : 'apps.created')}</Notice>
      <CopyField label={t('apps.clientId')} value={app.client_id} />
      {app.client_secret !== null && (
        <CopyField label={t('apps.clientSecret')} value={app.client_secret} />
      )}
      <Button component={Link} to="/profile/apps" variant="default">
        {t('apps.back')}
      </Button>
    </div>
  )
}
