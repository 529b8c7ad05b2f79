import { IconChartBar, IconHome, IconList, IconMap2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '@/web/api/accounts/config'
import { useSessionToken } from '@/web/api/client/session'
import mark from '@/web/assets/milepost.svg'
import { SectionLink } from '@/web/components/lists/SectionLink'
import { SUMMARY_SCREENS } from '@/web/components/numbers/summary-screens'
import { t } from '@/web/i18n/text'
import { Bell } from '@/web/layout/menus/Bell'
import { MemberMenu } from '@/web/layout/menus/MemberMenu'
import { SchemeMenu } from '@/web/layout/menus/SchemeMenu'
import { SearchButton } from '@/web/layout/menus/SearchButton'
import classes from './Header.module.css'

const NAVIGATION = [
  { to: '/', label: 'nav.dashboard', Icon: IconHome, paths: [] },
  { to: '/workouts', label: 'nav.workouts', Icon: IconList, paths: ['/workouts', '/move-in'] },
  {
    to: '/statistics',
    label: 'nav.statistics',
    Icon: IconChartBar,
    paths: SUMMARY_SCREENS.map(({ to }) => to),
  },
  { to: '/map', label: 'nav.map', Icon: IconMap2, paths: [] },
] as const

/**
 * The bar at the top: navigation, search, notifications, colour scheme and account. On phones, the navigation and the
 * link to add a workout are at the bottom of the screen.
 */
export function Header() {
  const member = useSessionToken() !== null
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <Brand />
        <nav className={classes.nav} aria-label={t('shell.navigation')}>
          {member &&
            NAVIGATION.map(({ to, label, Icon, paths }) => (
              <SectionLink key={to} to={to} paths={paths} className={classes.link}>
                <Icon className={classes.icon} size={22} stroke={1.75} />
                <span>{t(label)}</span>
              </SectionLink>
            ))}
        </nav>
        {member && (
          <Link to="/workouts/add" className={classes.add} aria-label={t('nav.add')}>
            <IconPlus size={18} stroke={2} />
            <span>{t('nav.add')}</span>
          </Link>
        )}
        {member && <SearchButton />}
        {member && <Bell />}
        <SchemeMenu />
        {member ? <MemberMenu /> : <VisitorLinks />}
      </div>
    </header>
  )
}

/** Logo and name, linked to the dashboard. */
function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label={t('nav.home')}>
      <img src={mark} alt="" width={26} height={26} />
      <span className={classes.name}>{t('app.name')}</span>
    </Link>
  )
}

/** Links for visitors to register and to log in. */
function VisitorLinks() {
  const open = useQuery(configQuery).data?.is_registration_enabled ?? true
  return (
    <>
      {open && (
        <Link to="/register" className={classes.link}>
          {t('nav.register')}
        </Link>
      )}
      <Link to="/login" className={classes.link}>
        {t('nav.logIn')}
      </Link>
    </>
  )
}
