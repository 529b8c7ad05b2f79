import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FIGURE_PLACES } from '@/web/components/figure-places'
import { SectionLink } from '@/web/components/SectionLink'
import { t } from '@/web/i18n/text'
import { useSessionToken } from '@/web/state/session'
import { Bell } from './Bell'
import { Brand } from './Brand'
import classes from './Header.module.css'
import { MemberMenu } from './MemberMenu'
import { SchemeMenu } from './SchemeMenu'
import { SearchButton } from './SearchButton'
import { VisitorLinks } from './VisitorLinks'

const PLACES = [
  { to: '/', label: 'nav.dashboard', holds: [] },
  { to: '/workouts', label: 'nav.workouts', holds: ['/workouts', '/move-in'] },
  { to: '/statistics', label: 'nav.statistics', holds: FIGURE_PLACES.map(({ to }) => to) },
  { to: '/map', label: 'nav.map', holds: [] },
] as const

/** The bar at the top: where you can go, how it looks, who you are. */
export function Header() {
  const member = useSessionToken() !== null
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <Brand />
        <nav className={classes.nav} aria-label={t('shell.navigation')}>
          {member &&
            PLACES.map(({ to, label, holds }) => (
              <SectionLink key={to} to={to} holds={holds} className={classes.link}>
                {t(label)}
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
