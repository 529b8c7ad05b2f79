import { Link, type LinkProps, Outlet } from '@tanstack/react-router'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './AreaFrame.module.css'

/** A page of an area of several pages. */
export type AreaTab = { to: NonNullable<LinkProps['to']>; label: TextKey; exact?: boolean }

/** The ways between the pages of an area, and the one that is open. */
export function AreaFrame({
  label,
  tabs,
  wide = false,
}: {
  label: string
  tabs: readonly AreaTab[]
  wide?: boolean
}) {
  return (
    <div className={classes.frame} data-wide={wide}>
      <nav className={classes.nav} aria-label={label}>
        {tabs.map(({ to, label: name, exact = false }) => (
          <Link key={name} to={to} className={classes.link} activeOptions={{ exact }}>
            {t(name)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
