import { SectionLink } from '@/web/components/lists/SectionLink'
import { TabRow, tabClass } from '@/web/components/scrolling/TabRow'
import { t } from '@/web/i18n/text'
import { SUMMARY_SCREENS } from './summary-screens'

/** Links to the screens that summarize all workouts. */
export function SummaryTabs() {
  return (
    <TabRow label={t('workout.numbers')}>
      {SUMMARY_SCREENS.map(({ to, label }) => (
        <SectionLink key={to} to={to} className={tabClass}>
          {t(label)}
        </SectionLink>
      ))}
    </TabRow>
  )
}
