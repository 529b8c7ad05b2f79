import { PACE_SPEED_DISPLAYS } from '@/db/columns'
import { updateEquipmentType } from '@/db/queries/equipment-types'
import { updateSport } from '@/db/queries/sports'
import type { SourceRow } from '@/postgres/snapshot'
import {
  flagIn,
  idIn,
  instantIn,
  levelIn,
  Missed,
  numberIn,
  shortIdIn,
  textIn,
  wordIn,
} from './read-row'
import { into, type Move, rowStep } from './step'

export const sports = rowStep(
  { name: 'sports', table: 'sports', required: ['label', 'is_active'] },
  (row, move) => async (tx) => {
    await updateSport(tx.db, sportIn(row, move, 'id').id, { is_active: flagIn(row, 'is_active') })
  },
)

export const equipmentTypes = rowStep(
  { name: 'equipment types', table: 'equipment_types', required: ['label', 'is_active'] },
  (row, move) => async (tx) => {
    const id = equipmentTypeIn(row, move, 'id')
    await updateEquipmentType(tx.db, id, { is_active: flagIn(row, 'is_active') })
  },
)

export const sportPreferences = rowStep(
  {
    name: 'sport preferences',
    table: 'users_sports_preferences',
    key: ['user_id', 'sport_id'],
    required: ['is_active', 'stopped_speed_threshold'],
    optional: ['color', 'pace_speed_display'],
  },
  (row, move) => {
    const sport = sportIn(row, move)
    return into('sport_preferences', {
      user_id: idIn(row, 'user_id'),
      sport_id: sport.id,
      color: textIn(row, 'color'),
      is_active: flagIn(row, 'is_active'),
      stopped_speed_threshold:
        numberIn(row, 'stopped_speed_threshold') ?? sport.stopped_speed_threshold,
      pace_speed_display:
        wordIn(row, 'pace_speed_display', PACE_SPEED_DISPLAYS) ?? sport.pace_speed_display,
    })
  },
)

export const equipments = rowStep(
  {
    name: 'equipment',
    table: 'equipments',
    required: ['uuid', 'user_id', 'label', 'equipment_type_id', 'creation_date', 'is_active'],
    optional: ['description', 'visibility'],
  },
  (row, move) =>
    into('equipments', {
      id: idIn(row, 'id'),
      short_id: shortIdIn(row),
      user_id: idIn(row, 'user_id'),
      equipment_type_id: equipmentTypeIn(row, move, 'equipment_type_id'),
      label: textIn(row, 'label') ?? '',
      description: textIn(row, 'description'),
      is_active: flagIn(row, 'is_active'),
      visibility: levelIn(row, 'visibility'),
      creation_date: instantIn(row, 'creation_date'),
    }),
)

export const defaultEquipments = rowStep(
  {
    name: 'default equipment',
    table: 'users_sports_preferences_equipments',
    key: ['user_id', 'sport_id', 'equipment_id'],
    required: [],
  },
  (row, move) =>
    into('default_equipments', {
      user_id: idIn(row, 'user_id'),
      sport_id: sportIn(row, move).id,
      equipment_id: idIn(row, 'equipment_id'),
    }),
)

/** The sport here that a row names. @throws Missed for one that is unknown here */
export function sportIn(row: SourceRow, { sports: known }: Move, column = 'sport_id') {
  const sport = known.get(idIn(row, column))
  if (!sport) throw new Missed('failed', `the sport ${row.label ?? row[column]} is unknown here`)
  return sport
}

function equipmentTypeIn(row: SourceRow, { equipmentTypes: known }: Move, column: string): number {
  const id = known.get(idIn(row, column))
  if (id === undefined)
    throw new Missed('failed', `the type of equipment ${row.label ?? row[column]} is unknown here`)
  return id
}
