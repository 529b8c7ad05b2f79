import { t } from '@/web/i18n/text'
import classes from './FigureTabs.module.css'
import { FIGURE_PLACES } from './figure-places'
import { SectionLink } from './SectionLink'

/** The ways between the screens that tell what all workouts amount to. */
export function FigureTabs() {
  return (
    <nav className={classes.tabs} aria-label={t('workout.numbers')}>
      {FIGURE_PLACES.map(({ to, label }) => (
        <SectionLink key={to} to={to} className={classes.tab}>
          {t(label)}
        </SectionLink>
      ))}
    </nav>
  )
}
