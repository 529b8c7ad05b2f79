import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { unreadQuery } from '@/web/api/accounts/notifications'
import { useIsSessionPaused, useSessionToken } from '@/web/api/client/session'
import { type KeyBuffer, startKeyBuffer } from '@/web/commands/key-buffer'
import { type Overlay, useKeys } from '@/web/commands/use-keys'
import { DropAnywhere } from '@/web/components/loading/DropAnywhere'
import { t } from '@/web/i18n/text'
import { MessageRegion } from '@/web/layout/MessageRegion'
import { UpdateNotice } from '@/web/offline/UpdateNotice'
import { getSessionAccount } from '@/web/state/account'
import { offerCourses } from '@/web/uploads/dropped-courses'
import { isPhotoFile, offerPhotos } from '@/web/uploads/dropped-photos'
import { sendAtOnce } from '@/web/uploads/send-at-once'
import { UploadTray } from '@/web/uploads/UploadTray'
import classes from './AppTools.module.css'
import { LeaveGuard } from './LeaveGuard'

const Palette = lazy(() =>
  import('@/web/commands/Palette').then((module) => ({ default: module.Palette })),
)
const SessionDialog = lazy(() =>
  import('./SessionDialog').then((module) => ({ default: module.SessionDialog })),
)
const KeysHelp = lazy(() =>
  import('@/web/commands/KeysHelp').then((module) => ({ default: module.KeysHelp })),
)

/** This screen has its own drop area for files. */
const OWN_DROPS = '/workouts/add'

/** Features available on every screen: shortcuts, uploads, update notices and badges. */
export function AppTools({
  search,
  onReady,
}: {
  /** What was typed after Ctrl+K before the tools were loaded; undefined if the search was not opened. */
  search: KeyBuffer | undefined
  /** Called when the tools work. */
  onReady: (isReady: true) => void
}) {
  useEffect(() => onReady(true), [onReady])
  const token = useSessionToken()
  const account = token === null ? null : getSessionAccount()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isPaused = useIsSessionPaused()
  useBadge(account !== null)
  useThemeColour()
  useFocusOnScreens()
  return (
    <>
      <LeaveGuard />
      <Suspense>{isPaused && <SessionDialog />}</Suspense>
      {account !== null && <Keys search={search} />}
      {account !== null && path !== OWN_DROPS && <DropZone account={account} />}
      <aside className={classes.corner} aria-label={t('tools.label')}>
        <UpdateNotice />
        <MessageRegion />
        {account !== null && <UploadTray key={account} account={account} />}
      </aside>
    </>
  )
}

/** Handles keyboard shortcuts, and renders the dialog that was opened by one. */
function Keys({ search }: { search: KeyBuffer | undefined }) {
  const [overlay, setOverlay] = useState<Overlay | undefined>(search && 'palette')
  const [typed, setTyped] = useState(search)
  const open = useCallback((chosen: Overlay) => {
    // What is typed while the search is loading belongs to the search.
    if (chosen === 'palette') setTyped(startKeyBuffer())
    setOverlay(chosen)
  }, [])
  useKeys(open)
  const close = () => setOverlay(undefined)
  return (
    <Suspense>
      {overlay === 'palette' && <Palette typedBefore={typed} onClose={close} />}
      {overlay === 'help' && <KeysHelp onClose={close} />}
    </Suspense>
  )
}

/**
 * Moves the focus to the content after navigation if the focused element was removed with the previous screen, so that
 * keyboard and screen reader users continue there. Elements that remain, such as links in the header, keep the focus.
 */
function useFocusOnScreens(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged && document.activeElement === document.body)
          document.querySelector('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
}

/**
 * Sets the colour of the browser's toolbar, or of the installed app's title bar, to the background of the current
 * scheme.
 */
function useThemeColour(): void {
  useEffect(() => {
    const root = document.documentElement
    const paint = () => {
      const ground = getComputedStyle(root).getPropertyValue('--mp-ground')
      for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
        tag.content = ground
    }
    paint()
    const watching = new MutationObserver(paint)
    watching.observe(root, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => watching.disconnect()
  }, [])
}

/**
 * Accepts recordings and photos dropped on any screen. Recordings are uploaded immediately, with the sport that each
 * names. The form asks for the workout of photos, unless the screen shows one, or a single recording comes with them.
 */
function DropZone({ account }: { account: string }) {
  const navigate = useNavigate()
  const send = useCallback(
    (files: File[]) => {
      if (offerCourses(files) || (files.every(isPhotoFile) && offerPhotos(files))) return
      const openForm = (left: File[]) => navigate({ to: '/workouts/add', state: { files: left } })
      void sendAtOnce(account, files).then(
        (left) => void (left.length > 0 && openForm(left)),
        // If the browser cannot store the files, the form uploads them directly.
        () => openForm(files),
      )
    },
    [account, navigate],
  )
  return <DropAnywhere onFiles={send} />
}

/** Marks the icon of the installed app while there are unread notifications. */
function useBadge(member: boolean): void {
  const unread = useQuery({ ...unreadQuery, enabled: member }).data === true && member
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    const marked = unread ? navigator.setAppBadge() : navigator.clearAppBadge()
    // Browsers may reject this if the app is not installed.
    marked.catch(() => undefined)
  }, [unread])
}
