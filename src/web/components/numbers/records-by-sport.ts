import type { WorkoutRecord } from '@/web/api/workouts/workouts'

/** Display order of record types: distance and duration before speed or pace. */
const ORDER = ['FD', 'LD', 'HA', 'AS', 'AP', 'MS', 'BP']

/** Sorts records in display order. */
export const sortRecords = <Item extends Pick<WorkoutRecord, 'record_type'>>(
  records: readonly Item[],
): Item[] =>
  records.toSorted(
    (one, other) => ORDER.indexOf(one.record_type) - ORDER.indexOf(other.record_type),
  )

/**
 * Groups records by sport, in the order in which the sports first occur. Ascents are omitted if the user does not want
 * to see them.
 */
export function groupRecordsBySport(
  records: readonly WorkoutRecord[],
  { showAscent }: { showAscent: boolean },
): [sportId: number, records: WorkoutRecord[]][] {
  const shown = records.filter(({ record_type }) => showAscent || record_type !== 'HA')
  return [...Map.groupBy(sortRecords(shown), ({ sport_id }) => sport_id)]
}
