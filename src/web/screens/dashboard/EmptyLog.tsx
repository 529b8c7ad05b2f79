import { IconFileUpload } from '@tabler/icons-react'
import { Contours } from '@/web/components/Contours'
import { FilePicker } from '@/web/components/FilePicker'
import { t } from '@/web/i18n/text'
import classes from './EmptyLog.module.css'

/** A log without entries: the invitation to add the first. */
export function EmptyLog({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <div className={classes.zone}>
      <Contours color="var(--mp-accent)" opacity={0.1} />
      <IconFileUpload size={40} stroke={1.5} />
      <h2>{t('dashboard.empty.title')}</h2>
      <p>{t('dashboard.empty.text')}</p>
      <FilePicker onFiles={onFiles} className={classes.action}>
        {t('dashboard.empty.action')}
      </FilePicker>
    </div>
  )
}
