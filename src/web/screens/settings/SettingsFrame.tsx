import { Link, Outlet } from '@tanstack/react-router'
import { t } from '@/web/i18n/text'
import classes from './SettingsFrame.module.css'

const TABS = [
  { to: '/profile/edit/account', label: 'settings.account' },
  { to: '/profile/edit/profile', label: 'settings.profile' },
  { to: '/profile/edit/preferences', label: 'settings.preferences' },
  { to: '/profile/edit/sports', label: 'settings.sports' },
  { to: '/profile/edit/equipment', label: 'settings.equipment' },
  { to: '/profile/apps', label: 'settings.apps' },
] as const

/** The ways between the pages on which an account is set up. */
export function SettingsFrame() {
  return (
    <div className={classes.frame}>
      <nav className={classes.nav} aria-label={t('settings.title')}>
        {TABS.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.link}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
