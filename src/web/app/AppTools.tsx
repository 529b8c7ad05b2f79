import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '@/web/i18n/text'
import { sessionAccount } from '@/web/state/account'
import { useSessionToken } from '@/web/state/session'
import classes from './AppTools.module.css'
import { DropZone } from './DropZone'
import { UpdateNotice } from './UpdateNotice'
import { UploadTray } from './UploadTray'
import { useBadge } from './use-badge'
import { useFocusOnScreens } from './use-focus-on-screens'
import { type Overlay, useKeys } from './use-keys'
import { useThemeColour } from './use-theme-colour'

const Palette = lazy(() => import('./Palette').then((module) => ({ default: module.Palette })))
const KeysHelp = lazy(() => import('./KeysHelp').then((module) => ({ default: module.KeysHelp })))

/** This screen has a place to drop files of its own. */
const OWN_DROPS = '/workouts/add'

/** What goes on beside every screen. */
export function AppTools() {
  const token = useSessionToken()
  const account = token === null ? null : sessionAccount()
  const path = useLocation({ select: ({ pathname }) => pathname })
  useBadge(account !== null)
  useThemeColour()
  useFocusOnScreens()
  return (
    <>
      {account !== null && <Keys />}
      {account !== null && path !== OWN_DROPS && <DropZone account={account} />}
      <aside className={classes.corner} aria-label={t('tools.label')}>
        <UpdateNotice />
        {account !== null && <UploadTray key={account} account={account} />}
      </aside>
    </>
  )
}

/** What keys do, and what they open. */
function Keys() {
  const [overlay, open] = useState<Overlay>()
  useKeys(open)
  const close = () => open(undefined)
  return (
    <Suspense>
      {overlay === 'palette' && <Palette onClose={close} />}
      {overlay === 'help' && <KeysHelp onClose={close} />}
    </Suspense>
  )
}
