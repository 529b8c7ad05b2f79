import type { WorkoutRecord } from '@/web/api/workouts'

/** Records sport by sport, in the order in which sports come first; heights only for those who want to see them. */
export function recordsBySport(
  records: readonly WorkoutRecord[],
  { showAscent }: { showAscent: boolean },
): [sportId: number, records: WorkoutRecord[]][] {
  const shown = records.filter(({ record_type }) => showAscent || record_type !== 'HA')
  return [...Map.groupBy(shown, ({ sport_id }) => sport_id)]
}
