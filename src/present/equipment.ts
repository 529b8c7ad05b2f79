import { fromSqlBool } from '@/db/columns'
import type { EquipmentTypeRow } from '@/db/queries/equipment-types'
import type { EquipmentView } from '@/db/queries/equipments'
import { roundHalfEven } from '@/lib/decimal'
import { httpDate } from '@/lib/http-date'

const RACKET = 'Racket'
const SECONDS_PER_HOUR = 3600

/** A piece of equipment as its owner sees it. */
export const presentEquipment = (item: EquipmentView) => ({
  ...presentEquipmentForOthers(item),
  creation_date: httpDate(item.creation_date),
  default_for_sport_ids: item.default_for_sport_ids,
  description: item.description,
  id: item.short_id,
  total_distance: item.type_label === RACKET ? null : item.total_distance,
  total_duration_in_hours: roundHalfEven(item.total_moving / SECONDS_PER_HOUR, 1),
  user_id: item.user_id,
  visibility: item.visibility,
  workouts_count: item.total_workouts,
})

/** A piece of equipment as others see it in a workout. */
export const presentEquipmentForOthers = (item: EquipmentView) => ({
  equipment_type: {
    id: item.equipment_type_id,
    is_active: fromSqlBool(item.type_is_active),
    label: item.type_label,
  },
  is_active: fromSqlBool(item.is_active),
  label: item.label,
})

/** An equipment type; whether anybody uses it is undefined when the caller may not know. */
export interface EquipmentTypeView {
  type: EquipmentTypeRow
  hasEquipments: boolean | undefined
}

/** The Equipment type object of the API. */
export const presentEquipmentType = ({ type, hasEquipments }: EquipmentTypeView) => ({
  ...(hasEquipments !== undefined && { has_equipments: hasEquipments }),
  id: type.id,
  is_active: fromSqlBool(type.is_active),
  label: type.label,
})
