import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isWithin } from '@/web/components/page/is-within'
import { MessageScreen } from '@/web/components/page/MessageScreen'
import { t } from '@/web/i18n/text'
import classes from './SuspendedScreen.module.css'

/**
 * Pages available while an account is suspended: signing in and out, account settings, decisions and appeals. The server
 * rejects all other requests.
 */
const OPEN_PATHS = [
  '/about',
  '/account-confirmation',
  '/email-update',
  '/handbook',
  '/login',
  '/password-reset',
  '/privacy-policy',
  '/profile/edit/account',
  '/profile/edit/preferences',
  '/profile/edit/profile',
  '/profile/moderation',
  '/profile/suspension',
] as const

/**
 * What a suspended account sees: the page at `path` if it may open it, below a notice that leads to the decision, or
 * else the available actions.
 */
export function SuspendedScreen({ path, children }: { path: string; children: ReactNode }) {
  if (!isWithin(OPEN_PATHS, path) && path !== '/profile/apps') return <AvailableActions />
  return (
    <>
      {path !== '/profile/suspension' && (
        <p className={classes.notice} role="status">
          <strong>{t('suspended.title')}</strong>
          <Link to="/profile/suspension">{t('sanction.why')}</Link>
        </p>
      )}
      {children}
    </>
  )
}

function AvailableActions() {
  return (
    <MessageScreen plate="II" title={t('suspended.title')} text={t('suspended.text')}>
      <Button component={Link} to="/profile/suspension">
        {t('sanction.why')}
      </Button>
      <Button component={Link} to="/profile/edit/account" variant="default">
        {t('suspended.account')}
      </Button>
    </MessageScreen>
  )
}
