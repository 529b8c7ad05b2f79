import { useLocation } from '@tanstack/react-router'
import { t } from '@/web/i18n/text'
import { sessionAccount } from '@/web/state/account'
import { useSessionToken } from '@/web/state/session'
import classes from './AppTools.module.css'
import { DropZone } from './DropZone'
import { UpdateNotice } from './UpdateNotice'
import { UploadTray } from './UploadTray'
import { useBadge } from './use-badge'
import { useThemeColour } from './use-theme-colour'

/** This screen has a place to drop files of its own. */
const OWN_DROPS = '/workouts/add'

/** What goes on beside every screen. */
export function AppTools() {
  const token = useSessionToken()
  const account = token === null ? null : sessionAccount()
  const path = useLocation({ select: ({ pathname }) => pathname })
  useBadge(account !== null)
  useThemeColour()
  return (
    <>
      {account !== null && path !== OWN_DROPS && <DropZone account={account} />}
      <aside className={classes.corner} aria-label={t('tools.label')}>
        <UpdateNotice />
        {account !== null && <UploadTray key={account} account={account} />}
      </aside>
    </>
  )
}
