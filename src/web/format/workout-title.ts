import { isAutomaticTitle } from '@/domain/reference/automatic-title'
import { t } from '@/web/i18n/text'

/**
 * Returns the name under which a workout is shown: its title, or the label of its sport if it has none or an automatic
 * one, which would repeat the date next to it.
 */
export const nameWorkout = (title: string | null, sport: { label: string } | undefined): string =>
  (title && !isAutomaticTitle(title) && title) || sport?.label || t('workout.untitled')
