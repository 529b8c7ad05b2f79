import { type LinkProps, Outlet } from '@tanstack/react-router'
import { SectionLink } from '@/web/components/lists/SectionLink'
import { TabRow, tabClass } from '@/web/components/scrolling/TabRow'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './AreaFrame.module.css'

/** A page in the navigation of an area. Set `exact` if the pages nested below its path belong to other tabs. */
export type AreaTab = {
  to: NonNullable<LinkProps['to']>
  label: TextKey
  exact?: boolean
  /** How many things wait there. */
  count?: number | undefined
}

/** The layout of an area: navigation between its pages, and the current page. */
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
      <TabRow label={label} className={classes.nav}>
        {tabs.map(({ to, label: name, exact = false, count }) => (
          <SectionLink key={name} to={to} paths={exact ? [] : [to]} className={tabClass}>
            {t(name)}
            {count ? ` (${count})` : ''}
          </SectionLink>
        ))}
      </TabRow>
      <Outlet />
    </div>
  )
}
