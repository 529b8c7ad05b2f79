import { type RecordType, shownRecordTypes } from '@/records/record-types'
import type { SportDisplay } from './sport-display'

/** Records without the types that the caller's view of each sport hides. */
export function shownRecords<Row extends { sport_id: number; record_type: RecordType }>(
  records: readonly Row[],
  displays: ReadonlyMap<number, SportDisplay>,
): Row[] {
  const shown = new Map([...displays].map(([id, display]) => [id, shownRecordTypes(display)]))
  return records.filter(({ sport_id, record_type }) => shown.get(sport_id)?.includes(record_type))
}

/**
 * The records of one workout that are shown with it. Speeds stand in for paces that are not known.
 */
export function shownRecordsOfWorkout<Row extends { record_type: RecordType }>(
  records: readonly Row[],
  workout: { ave_pace: number | null; best_pace: number | null },
  display: SportDisplay,
): Row[] {
  const lacksPace = workout.ave_pace === null || workout.best_pace === null
  const shown = shownRecordTypes({ ...display, speed: display.speed || lacksPace })
  return records.filter(({ record_type }) => shown.includes(record_type))
}
