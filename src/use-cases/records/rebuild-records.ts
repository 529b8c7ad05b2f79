import type { AppContext } from '@/context'
import {
  deleteRecords,
  listStoredRecords,
  loadRecordHolders,
  type Ranking,
  RECORD_COLUMNS,
  upsertRecord,
} from '@/db/queries/records'
import type { InTransaction } from '@/db/transact'
import { RECORD_RULES, RECORD_TYPES, type RecordType, toStoredRecord } from '@/records/record-types'

const RANKINGS: readonly Ranking[] = RECORD_TYPES.map((type) => {
  const { metric, best } = RECORD_RULES[type]
  return { type, column: RECORD_COLUMNS[metric], best }
})

/**
 * Brings the records of a user and sport up to date with the workouts. Must be called in the transaction of every
 * change. A record keeps its id, even when another workout takes it over; `ids` are those of records that went with a
 * workout.
 */
export async function rebuildRecords(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  key: { userId: number; sportId: number },
  ids: ReadonlyMap<RecordType, number> = new Map(),
): Promise<void> {
  const holders = await loadRecordHolders(tx.db, key, RANKINGS)
  const stored = new Map(
    (await listStoredRecords(tx.db, key)).map((record) => [record.record_type, record]),
  )
  const vacant = [...stored.keys()].filter((type) => !holders.has(type))
  if (vacant.length > 0) await deleteRecords(tx.db, { ...key, types: vacant })
  for (const { type, column } of RANKINGS) {
    const holder = holders.get(type)
    if (!holder) continue
    const record = {
      workout_id: holder.id,
      workout_date: holder.workout_date,
      value: toStoredRecord(type, holder[column] ?? 0),
    }
    if (isSame(stored.get(type), record)) continue
    const id = stored.has(type) ? undefined : ids.get(type)
    await upsertRecord(tx.db, {
      ...record,
      ...(id !== undefined && { id }),
      user_id: key.userId,
      sport_id: key.sportId,
      record_type: type,
    })
  }
}

interface StoredRecord {
  workout_id: number
  workout_date: number
  value: number
}

const isSame = (one: StoredRecord | undefined, other: StoredRecord) =>
  one?.workout_id === other.workout_id &&
  one.workout_date === other.workout_date &&
  one.value === other.value
