import { Link, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSessionToken } from '@/web/api/client/session'
import { getSessionToken } from '@/web/api/client/stored-token'
import { isSearchKey, type KeyBuffer, startKeyBuffer } from '@/web/commands/key-buffer'
import { whenIdle } from '@/web/components/loading/when-idle'
import { t } from '@/web/i18n/text'
import { OfflineBar } from '@/web/offline/OfflineBar'
import { useAccountLanguage } from '@/web/state/language'
import { useAccountScheme } from '@/web/state/scheme'
import classes from './AppFrame.module.css'
import { Header } from './Header'
import { Screen } from './Screen'

/** The frame of every screen: header, content and footer. */
export function AppFrame() {
  useAccountScheme()
  useAccountLanguage()
  const isMember = useSessionToken() !== null
  usePreloadedScreens(isMember)
  return (
    <div className={classes.frame} data-member={isMember || undefined}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Header />
      <OfflineBar />
      <main id="content" className={classes.content} tabIndex={-1}>
        <Screen />
      </main>
      <Footer />
      <Tools />
    </div>
  )
}

/** The footer of every page. */
function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.row}>
        <span>{t('app.tagline')}</span>
        <nav className={classes.links} aria-label={t('shell.more')}>
          <Link to="/handbook" className={classes.link}>
            {t('handbook.title')}
          </Link>
          <Link to="/privacy-policy" className={classes.link}>
            {t('privacy.title')}
          </Link>
          <Link to="/about" className={classes.link}>
            {t('nav.about')}
          </Link>
        </nav>
      </div>
    </footer>
  )
}

const AppTools = lazy(() =>
  import('@/web/layout/AppTools').then(({ AppTools }) => ({ default: AppTools })),
)

/** Milliseconds after which the tools are loaded even if the browser is still busy. */
const LATEST = 4000

/**
 * Tools that no screen needs for rendering: shortcuts, uploads and update notices. They are loaded when the browser is
 * idle.
 */
function Tools() {
  const [idle, setIdle] = useState(false)
  const [isReady, setReady] = useState(false)
  const [search, setSearch] = useState<KeyBuffer>()
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const waiting = setTimeout(() => setIdle(true), LATEST / 4)
      return () => clearTimeout(waiting)
    }
    const waiting = requestIdleCallback(() => setIdle(true), { timeout: LATEST })
    return () => cancelIdleCallback(waiting)
  }, [])
  useEffect(() => {
    if (isReady) return
    // The search may be opened before the tools have loaded.
    const press = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || getSessionToken() === null) return
      event.preventDefault()
      setSearch(startKeyBuffer())
      setIdle(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isReady])
  return <Suspense>{idle && <AppTools search={search} onReady={setReady} />}</Suspense>
}

/** Screens that members most often open next. */
const LIKELY = ['/', '/workouts', '/workouts/$workoutId'] as const

/** Loads the scripts of the likely next screens when the browser is idle. */
function usePreloadedScreens(isMember: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!isMember) return
    return whenIdle(() => {
      for (const path of LIKELY) void router.loadRouteChunk(router.routesByPath[path])
    })
  }, [router, isMember])
}
