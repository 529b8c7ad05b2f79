import { isRecordTypeVisible, type RecordType } from '@/domain/records/record-types'
import type { SportDisplay, SportDisplays } from './sport-display'

/** Records without the types that the caller's view of each sport hides. */
export function filterShownRecords<Row extends { sport_id: number; record_type: RecordType }>(
  records: readonly Row[],
  displays: SportDisplays,
): Row[] {
  return records.filter(({ sport_id, record_type }) => {
    const display = displays.get(sport_id)
    return display !== undefined && isRecordTypeVisible(record_type, display)
  })
}

/** The records of one workout that are shown with it. Speed records are included when a pace is unknown. */
export function filterRecordsOfWorkout<Row extends { record_type: RecordType }>(
  records: readonly Row[],
  workout: { ave_pace: number | null; best_pace: number | null },
  display: SportDisplay,
): Row[] {
  const lacksPace = workout.ave_pace === null || workout.best_pace === null
  const seen = { ...display, speed: display.speed || lacksPace }
  return records.filter(({ record_type }) => isRecordTypeVisible(record_type, seen))
}
