import { t } from '@/web/i18n/text'

/** The end of titles that the server gives to untitled workouts: a sport and ` - 2026-10-31 08:03:00`. */
const AUTOMATIC = / - \d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?$/

/**
 * Returns the name under which a workout is shown: its title, or the label of its sport if it has none or an automatic
 * one, which would repeat the date next to it.
 */
export const nameWorkout = (title: string | null, sport: { label: string } | undefined): string =>
  (title && !AUTOMATIC.test(title) && title) || sport?.label || t('workout.untitled')
