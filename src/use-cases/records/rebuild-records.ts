import {
  RECORD_RULES,
  RECORD_TYPES,
  type RecordType,
  toStoredRecord,
} from '@/domain/records/record-types'
import { distanceOf } from '@/domain/reference/sport-distance'
import type { AppContext } from '@/services/context'
import type { InTransaction } from '@/store/db/connections/transact'
import {
  deleteRecords,
  listStoredRecords,
  loadRecordHolders,
  type Ranking,
  RECORD_COLUMNS,
  upsertRecord,
} from '@/store/db/queries/records/records'

const RANKINGS: readonly Ranking[] = RECORD_TYPES.map((type) => {
  const { metric, best } = RECORD_RULES[type]
  return { type, column: RECORD_COLUMNS[metric], best }
})
/** The records of sports that are done in one place: the longest duration. */
const RANKINGS_WITHOUT_DISTANCE = RANKINGS.filter(({ type }) => type === 'LD')

/**
 * Recomputes the records of a user in a sport from the workouts. Must be called in every transaction that changes them.
 * A record keeps its id when another workout becomes its holder. `ids` are the ids of records deleted with a workout,
 * to reuse if a workout sets them again.
 */
export async function rebuildRecords(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  key: { userId: number; sportId: number },
  ids: ReadonlyMap<RecordType, number> = new Map(),
): Promise<void> {
  const rankings = distanceOf(key.sportId) === 'never' ? RANKINGS_WITHOUT_DISTANCE : RANKINGS
  const holders = await loadRecordHolders(tx.db, key, rankings)
  const stored = new Map(
    (await listStoredRecords(tx.db, key)).map((record) => [record.record_type, record]),
  )
  const vacant = [...stored.keys()].filter((type) => !holders.has(type))
  if (vacant.length > 0) await deleteRecords(tx.db, { ...key, types: vacant })
  for (const { type, column } of rankings) {
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
