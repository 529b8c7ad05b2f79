import { t } from '@/web/i18n/text'
import { useAccountLanguage } from '@/web/state/language'
import { useAccountScheme } from '@/web/state/scheme'
import classes from './AppFrame.module.css'
import { Footer } from './Footer'
import { Header } from './Header'
import { OfflineBar } from './OfflineBar'
import { Screen } from './Screen'
import { Tools } from './Tools'
import { usePreloadedScreens } from './use-preloaded-screens'

/** What surrounds every screen: header, content, footer. */
export function AppFrame() {
  useAccountScheme()
  useAccountLanguage()
  usePreloadedScreens()
  return (
    <div className={classes.frame}>
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
