import { type Static, Type } from '@sinclair/typebox'
import {
  fromStoredRecord,
  RECORD_TYPES,
  type RecordType,
  toStoredRecord,
} from '@/domain/records/record-types'
import { formatHttpDate } from '@/lib/time/http-date'
import { type DialectFormat, duration } from '@/server/responses/dialect'
import { number, numericId, oneOf, shortId, text, timestamp } from '@/server/responses/fields'
import type { RecordProgress, RecordRow } from '@/store/db/queries/records/records'

const DURATIONS: readonly RecordType[] = ['LD', 'AP', 'BP']

export const record = Type.Object(
  {
    id: numericId('Changes when the record is broken.'),
    record_type: oneOf(
      RECORD_TYPES,
      'Average speed (AS), farthest distance (FD), longest duration (LD), maximum speed (MS), highest ascent (HA), average pace (AP), best pace (BP).',
    ),
    sport_id: numericId('Sport of the workout.'),
    user: text('Username.'),
    value: Type.Union([Type.Number(), duration('')], {
      description:
        'Kilometres (FD), kilometres per hour (AS, MS) or metres (HA); a string `H:MM:SS` for LD, and per kilometre for AP and BP.',
    }),
    workout_date: timestamp('When the workout began.'),
    workout_id: shortId('The workout that set the record.'),
  },
  { $id: 'PersonalRecord', description: 'A personal record of one sport.' },
)
export type PersonalRecord = Static<typeof record>

const presentRecord = (row: RecordRow, dialect: DialectFormat): PersonalRecord => {
  const value = fromStoredRecord(row.record_type, row.value)
  return {
    id: row.id,
    record_type: row.record_type,
    sport_id: row.sport_id,
    user: row.username,
    value: DURATIONS.includes(row.record_type) ? dialect.duration(value) : value,
    workout_date: formatHttpDate(row.workout_date),
    workout_id: row.workout_short_id,
  }
}

const orderOf = (type: RecordType) => RECORD_TYPES.indexOf(type)

/** Records ordered by sport, then by type. */
export const presentRecords = (rows: readonly RecordRow[], dialect: DialectFormat) =>
  rows
    .toSorted((a, b) => a.sport_id - b.sport_id || orderOf(a.record_type) - orderOf(b.record_type))
    .map((row) => presentRecord(row, dialect))

export const recordProgress = Type.Object(
  {
    record_type: oneOf(RECORD_TYPES, 'As of a record.'),
    sport_id: numericId('The sport.'),
    records: Type.Array(
      Type.Object({
        workout_date: record.properties.workout_date,
        value: number('As of a record, but times in seconds.'),
      }),
    ),
  },
  {
    $id: 'RecordProgress',
    description: 'A record and the earlier ones, oldest first. Very old ones may be missing.',
  },
)

export const presentRecordProgress = ({
  steps,
  ...record
}: RecordProgress): Static<typeof recordProgress> => ({
  ...record,
  records: steps.map(({ workout_date, value }) => ({
    workout_date: formatHttpDate(workout_date),
    // Rounded as the record itself is.
    value: fromStoredRecord(record.record_type, toStoredRecord(record.record_type, value)),
  })),
})
