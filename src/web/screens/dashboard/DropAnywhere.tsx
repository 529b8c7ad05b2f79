import { Dropzone } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'
import classes from './DropAnywhere.module.css'

/** Makes the whole window a place to drop workout files; visible only while files hover over it. */
export function DropAnywhere({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <Dropzone.FullScreen active onDrop={onFiles} className={classes.zone}>
      <div className={classes.message}>
        <IconFileUpload size={44} stroke={1.5} />
        <p>{t('dashboard.drop')}</p>
      </div>
    </Dropzone.FullScreen>
  )
}
