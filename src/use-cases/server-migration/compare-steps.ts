import { RECORD_TYPES } from '@/domain/records/record-types'
import { loadEquipments } from '@/store/db/queries/catalogue/equipments'
import { listStoredRecords } from '@/store/db/queries/records/records'
import { idIn, numberIn, SkippedRowError, truncatedIn, wordIn } from './read-row'
import { sportIn } from './sport-steps'
import { rowStep } from './step'

/** Records are computed from the workouts. This step only reports differences from the source server. */
export const recordsCompared = rowStep(
  {
    name: 'records (compared)',
    table: 'records',
    required: ['user_id', 'sport_id', 'record_type', 'value'],
  },
  (row, migration) => async (tx) => {
    const type = wordIn(row, 'record_type', RECORD_TYPES)
    if (type === undefined)
      throw new SkippedRowError('left out', `${row.record_type} is unknown here`)
    const key = { userId: idIn(row, 'user_id'), sportId: sportIn(row, migration).id }
    const records = await listStoredRecords(tx.db, key)
    const here = records.find(({ record_type }) => record_type === type)?.value
    const there = numberIn(row, 'value')
    if (here !== there)
      throw new SkippedRowError('differs', `${type} of user ${key.userId}: ${there}, here ${here}`)
  },
)

/** Totals of equipment are computed too. This step only reports differences. */
export const equipmentCompared = rowStep(
  {
    name: 'equipment totals (compared)',
    table: 'equipments',
    required: ['total_distance', 'total_duration', 'total_moving', 'total_workouts'],
  },
  (row) => async (tx) => {
    const id = idIn(row, 'id')
    const here = (await loadEquipments(tx.db, [id])).get(id)
    if (!here) throw new SkippedRowError('failed', 'was not moved')
    const differences = (
      ['total_distance', 'total_duration', 'total_moving', 'total_workouts'] as const
    )
      .map((name) => ({ name, there: truncated(row, name), here: here[name] }))
      .filter((total) => total.there !== total.here)
      .map((total) => `${total.name} ${total.there}, here ${total.here}`)
    if (differences.length > 0) throw new SkippedRowError('differs', differences.join(', '))
  },
)

const truncated = (row: Parameters<typeof numberIn>[0], name: string) =>
  name === 'total_distance' ? numberIn(row, name) : truncatedIn(row, name)
