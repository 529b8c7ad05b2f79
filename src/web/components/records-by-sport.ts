import type { WorkoutRecord } from '@/web/api/workouts'

/** How far and long before how fast, for sports with speeds and with paces alike. */
const ORDER = ['FD', 'LD', 'HA', 'AS', 'AP', 'MS', 'BP']

/** Records in the order in which all sports tell them. */
export const inOrder = <Kept extends Pick<WorkoutRecord, 'record_type'>>(
  records: readonly Kept[],
): Kept[] =>
  records.toSorted(
    (one, other) => ORDER.indexOf(one.record_type) - ORDER.indexOf(other.record_type),
  )

/** Records sport by sport, in the order in which sports come first; heights only for those who want to see them. */
export function recordsBySport(
  records: readonly WorkoutRecord[],
  { showAscent }: { showAscent: boolean },
): [sportId: number, records: WorkoutRecord[]][] {
  const shown = records.filter(({ record_type }) => showAscent || record_type !== 'HA')
  return [...Map.groupBy(inOrder(shown), ({ sport_id }) => sport_id)]
}
