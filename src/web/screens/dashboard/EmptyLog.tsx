import { Dropzone } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
import { Contours } from '@/web/components/Contours'
import { t } from '@/web/i18n/text'
import classes from './EmptyLog.module.css'

/** A log without entries: the invitation to add the first. */
export function EmptyLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <Dropzone onDrop={onFiles} className={classes.zone} aria-label={t('dashboard.empty.action')}>
      <Contours color="var(--mp-accent)" opacity={0.1} />
      <div className={classes.content}>
        <IconFileUpload size={40} stroke={1.5} />
        <h2>{t('dashboard.empty.title')}</h2>
        <p>{t('dashboard.empty.text')}</p>
        <span className={classes.action}>{t('dashboard.empty.action')}</span>
      </div>
    </Dropzone>
  )
}
