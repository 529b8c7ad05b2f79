import { Button, CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '@/web/i18n/text'
import classes from './UpdateNotice.module.css'
import { startWorker } from './worker'

/** Tells that the server has a newer version of this page; nothing happens until somebody wants it. */
export function UpdateNotice() {
  const [reload, setReload] = useState<() => void>()
  useEffect(() => startWorker((way) => setReload(() => way)), [])
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
