import type { SourceRow } from '@/services/postgres/snapshot'
import { updateEquipmentType } from '@/store/db/queries/catalogue/equipment-types'
import { updateSport } from '@/store/db/queries/catalogue/sports'
import { PACE_SPEED_DISPLAYS } from '@/store/db/schema/columns'
import {
  flagIn,
  idIn,
  instantIn,
  levelIn,
  numberIn,
  SkippedRowError,
  shortIdIn,
  textIn,
  wordIn,
} from './read-row'
import { into, type Migration, rowStep } from './step'

export const sports = rowStep(
  { name: 'sports', table: 'sports', required: ['label', 'is_active'] },
  (row, migration) => async (tx) => {
    await updateSport(tx.db, sportIn(row, migration, 'id').id, {
      is_active: flagIn(row, 'is_active'),
    })
  },
)

export const equipmentTypes = rowStep(
  { name: 'equipment types', table: 'equipment_types', required: ['label', 'is_active'] },
  (row, migration) => async (tx) => {
    const id = equipmentTypeIn(row, migration, 'id')
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
  (row, migration) => {
    const sport = sportIn(row, migration)
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
  (row, migration) =>
    into('equipments', {
      id: idIn(row, 'id'),
      short_id: shortIdIn(row),
      user_id: idIn(row, 'user_id'),
      equipment_type_id: equipmentTypeIn(row, migration, 'equipment_type_id'),
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
  (row, migration) =>
    into('default_equipments', {
      user_id: idIn(row, 'user_id'),
      sport_id: sportIn(row, migration).id,
      equipment_id: idIn(row, 'equipment_id'),
    }),
)

/** Returns the sport that a row refers to. @throws SkippedRowError when it is unknown here */
export function sportIn(row: SourceRow, { sports: known }: Migration, column = 'sport_id') {
  const sport = known.get(idIn(row, column))
  if (!sport)
    throw new SkippedRowError('failed', `the sport ${row.label ?? row[column]} is unknown here`)
  return sport
}

function equipmentTypeIn(
  row: SourceRow,
  { equipmentTypes: known }: Migration,
  column: string,
): number {
  const id = known.get(idIn(row, column))
  if (id === undefined)
    throw new SkippedRowError(
      'failed',
      `the type of equipment ${row.label ?? row[column]} is unknown here`,
    )
  return id
}
