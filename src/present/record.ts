import type { RecordRow } from '@/db/queries/records'
import { httpDate } from '@/lib/http-date'
import { fromStoredRecord, RECORD_TYPES, type RecordType } from '@/records/record-types'
import type { Wire } from './dialect'

const DURATIONS: readonly RecordType[] = ['LD', 'AP', 'BP']

/** The Record object of the API. */
const presentRecord = (row: RecordRow, wire: Wire) => {
  const value = fromStoredRecord(row.record_type, row.value)
  return {
    id: row.id,
    record_type: row.record_type,
    sport_id: row.sport_id,
    user: row.username,
    value: DURATIONS.includes(row.record_type) ? wire.duration(value) : value,
    workout_date: httpDate(row.workout_date),
    workout_id: row.workout_short_id,
  }
}

const orderOf = (type: RecordType) => RECORD_TYPES.indexOf(type)

/** Records in the order sport, type. */
export const presentRecords = (rows: readonly RecordRow[], wire: Wire) =>
  rows
    .toSorted((a, b) => a.sport_id - b.sport_id || orderOf(a.record_type) - orderOf(b.record_type))
    .map((row) => presentRecord(row, wire))
