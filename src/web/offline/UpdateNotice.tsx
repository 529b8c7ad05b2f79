import { Button, CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '@/web/i18n/text'
import { startWorker } from './start-worker'
import classes from './UpdateNotice.module.css'

/** A notice that the server has a newer version of the app; it reloads only at the user's request. */
export function UpdateNotice() {
  const [reload, setReload] = useState<() => void>()
  useEffect(() => startWorker((reloadPage) => setReload(() => reloadPage)), [])
  return (
    <div role="status">
      {reload && (
        <div className={classes.notice}>
          <span>{t('update.text')}</span>
          <Button size="xs" onClick={reload}>
            {t('update.reload')}
          </Button>
          <CloseButton aria-label={t('form.close')} onClick={() => setReload(undefined)} />
        </div>
      )}
    </div>
  )
}
