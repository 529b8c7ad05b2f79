import { type LinkProps, Outlet } from '@tanstack/react-router'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './AreaFrame.module.css'
import { SectionLink } from './SectionLink'

/** A page of an area of several pages; one that is exact has none below it that are not pages of the area themselves. */
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
          <SectionLink key={name} to={to} holds={exact ? [] : [to]} className={classes.link}>
            {t(name)}
          </SectionLink>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
