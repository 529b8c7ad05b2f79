import { t } from '@/web/i18n/text'
import classes from './AppTools.module.css'
import { UpdateNotice } from './UpdateNotice'

/** What goes on beside every screen. */
export function AppTools() {
  return (
    <aside className={classes.corner} aria-label={t('tools.label')}>
      <UpdateNotice />
    </aside>
  )
}
