import { SectionLink } from '@/web/components/lists/SectionLink'
import { t } from '@/web/i18n/text'
import classes from './SummaryTabs.module.css'
import { SUMMARY_SCREENS } from './summary-screens'

/** Links to the screens that summarize all workouts. */
export function SummaryTabs() {
  return (
    <nav className={classes.tabs} aria-label={t('workout.numbers')}>
      {SUMMARY_SCREENS.map(({ to, label }) => (
        <SectionLink key={to} to={to} className={classes.tab}>
          {t(label)}
        </SectionLink>
      ))}
    </nav>
  )
}
