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
