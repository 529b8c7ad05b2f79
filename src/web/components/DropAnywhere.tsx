import { IconFileUpload } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'
import classes from './DropAnywhere.module.css'
import { useWindowDrop } from './use-window-drop'

/** Makes the whole page a place to drop workout files; visible only while files hover over it. */
export function DropAnywhere({ onFiles }: { onFiles: (files: File[]) => void }) {
  const hovering = useWindowDrop(onFiles)
  if (!hovering) return null
  return (
    <div className={classes.veil}>
      <IconFileUpload size={44} stroke={1.5} />
      <p>{t('drop.here')}</p>
    </div>
  )
}
