import { loadEquipments } from '@/db/queries/equipments'
import { listStoredRecords } from '@/db/queries/records'
import { RECORD_TYPES } from '@/records/record-types'
import { idIn, Missed, numberIn, truncatedIn, wordIn } from './read-row'
import { sportIn } from './sport-steps'
import { rowStep } from './step'

/** What is made of the workouts is made anew here, and held against what the other server had. */
export const recordsCompared = rowStep(
  {
    name: 'records (compared)',
    table: 'records',
    required: ['user_id', 'sport_id', 'record_type', 'value'],
  },
  (row, move) => async (tx) => {
    const type = wordIn(row, 'record_type', RECORD_TYPES)
    if (type === undefined) throw new Missed('left out', `${row.record_type} is unknown here`)
    const key = { userId: idIn(row, 'user_id'), sportId: sportIn(row, move).id }
    const records = await listStoredRecords(tx.db, key)
    const here = records.find(({ record_type }) => record_type === type)?.value
    const there = numberIn(row, 'value')
    if (here !== there)
      throw new Missed('differs', `${type} of user ${key.userId}: ${there}, here ${here}`)
  },
)

/** The same for what equipment was used for. */
export const equipmentCompared = rowStep(
  {
    name: 'equipment totals (compared)',
    table: 'equipments',
    required: ['total_distance', 'total_duration', 'total_moving', 'total_workouts'],
  },
  (row) => async (tx) => {
    const id = idIn(row, 'id')
    const here = (await loadEquipments(tx.db, [id])).get(id)
    if (!here) throw new Missed('failed', 'was not moved')
    const told = (['total_distance', 'total_duration', 'total_moving', 'total_workouts'] as const)
      .map((name) => ({ name, there: truncated(row, name), here: here[name] }))
      .filter((total) => total.there !== total.here)
      .map((total) => `${total.name} ${total.there}, here ${total.here}`)
    if (told.length > 0) throw new Missed('differs', told.join(', '))
  },
)

const truncated = (row: Parameters<typeof numberIn>[0], name: string) =>
  name === 'total_distance' ? numberIn(row, name) : truncatedIn(row, name)
