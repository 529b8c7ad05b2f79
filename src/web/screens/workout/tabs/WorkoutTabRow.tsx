import { Link } from '@tanstack/react-router'
import type { Workout } from '@/web/api/workouts/workouts'
import { TabRow, tabClass } from '@/web/components/scrolling/TabRow'
import { t } from '@/web/i18n/text'
import { useTabsWithContent, useWorkoutTab, WORKOUT_TABS } from './workout-tabs'

/** Links to the tabs of a workout that have content; none if it only has an overview. */
export function WorkoutTabRow({ workout, own }: { workout: Workout; own: boolean }) {
  const current = useWorkoutTab()
  const tabs = useTabsWithContent(workout, own)
  const shown = WORKOUT_TABS.filter(({ tab }) => tabs.has(tab) || tab === current)
  if (shown.length < 2) return null
  return (
    <TabRow label={t('workout.tabs')}>
      {shown.map(({ tab, to, label }) => (
        <Link
          key={tab}
          className={tabClass}
          to={to}
          params={{ workoutId: workout.id }}
          activeOptions={{ exact: true, includeSearch: false }}
          // Heading and tabs stay where they are.
          resetScroll={false}
        >
          {t(label)}
        </Link>
      ))}
    </TabRow>
  )
}
