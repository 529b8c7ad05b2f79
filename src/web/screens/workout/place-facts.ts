import type { WorkoutPlaces } from '@/web/api/workouts/workouts'
import { t } from '@/web/i18n/text'

/** The towns at the start and end of a workout, and near its highest point if that is another one, with labels. */
export function placeFacts({
  start,
  end,
  highest,
}: WorkoutPlaces): [label: string, name: string][] {
  const names = [start?.name, end?.name].filter((name) => name !== undefined)
  const ends = [...new Set(names)].join(' → ')
  const isElsewhere = highest && !names.includes(highest.name)
  return [
    ...(ends === '' ? [] : [[t('places.title'), ends] as [string, string]]),
    ...(isElsewhere ? [[t('places.highest'), highest.name] as [string, string]] : []),
  ]
}
