import { type Static, Type } from '@sinclair/typebox'
import { roundHalfEven } from '@/lib/text/decimal'
import { formatHttpDate } from '@/lib/time/http-date'
import {
  count,
  flag,
  nullable,
  number,
  numericId,
  shortId,
  text,
  timestamp,
  visibility,
} from '@/server/responses/fields'
import type { EquipmentTypeRow } from '@/store/db/queries/catalogue/equipment-types'
import type { EquipmentView } from '@/store/db/queries/catalogue/equipments'
import { fromSqlBool } from '@/store/db/schema/columns'

const RACKET = 'Racket'
const SECONDS_PER_HOUR = 3600

const isOpen = flag('Whether the type is enabled for new equipment.')

const seenEquipment = Type.Object(
  {
    equipment_type: Type.Object({
      id: numericId('The type.'),
      is_active: isOpen,
      label: text('Name of the type, English.'),
    }),
    is_active: flag('Whether the item is in use.'),
    label: text('Name of the item.'),
  },
  { $id: 'EquipmentForOthers', description: "Another user's piece of equipment, in a workout." },
)

export const equipment = Type.Object(
  {
    ...seenEquipment.properties,
    creation_date: timestamp('When the item was created.'),
    default_for_sport_ids: Type.Array(Type.Integer(), {
      description: 'Sports whose new workouts get the item by default.',
    }),
    description: nullable(text('The owner’s description.')),
    id: shortId('The item.'),
    total_distance: nullable(number('Kilometres of its workouts; null for rackets.')),
    total_duration_in_hours: number('Time in motion of its workouts, one decimal.'),
    total_moving: number('Time in motion of its workouts, in seconds.'),
    user_id: numericId('The owner.'),
    visibility: visibility('Who can see it in workouts.'),
    workouts_count: count('Workouts done with it.'),
  },
  { $id: 'Equipment', description: 'A piece of equipment, for its owner.' },
)
export type Equipment = Static<typeof equipment>

/** Equipment in workouts, with all fields for the owner of the workout. */
export const workoutEquipment = Type.Union([equipment, seenEquipment])

/** A piece of equipment as its owner sees it. */
export const presentEquipment = (item: EquipmentView): Equipment => ({
  ...presentEquipmentForOthers(item),
  creation_date: formatHttpDate(item.creation_date),
  default_for_sport_ids: item.default_for_sport_ids,
  description: item.description,
  id: item.short_id,
  total_distance: item.type_label === RACKET ? null : item.total_distance,
  total_duration_in_hours: roundHalfEven(item.total_moving / SECONDS_PER_HOUR, 1),
  total_moving: item.total_moving,
  user_id: item.user_id,
  visibility: item.visibility,
  workouts_count: item.total_workouts,
})

/** A piece of equipment as others see it in a workout. */
export const presentEquipmentForOthers = (item: EquipmentView): Static<typeof seenEquipment> => ({
  equipment_type: {
    id: item.equipment_type_id,
    is_active: fromSqlBool(item.type_is_active),
    label: item.type_label,
  },
  is_active: fromSqlBool(item.is_active),
  label: item.label,
})

/** An equipment type. `hasEquipments` is undefined when the caller may not know it. */
export interface EquipmentTypeView {
  type: EquipmentTypeRow
  hasEquipments: boolean | undefined
}

export const equipmentType = Type.Object(
  {
    has_equipments: Type.Optional(
      flag('Whether any user has equipment of the type; only for administrators.'),
    ),
    id: numericId('The type.'),
    is_active: isOpen,
    label: text('Name of the type, English; clients translate it.'),
  },
  { $id: 'EquipmentType', description: 'A type of equipment.' },
)
export type EquipmentType = Static<typeof equipmentType>

export const presentEquipmentType = ({
  type,
  hasEquipments,
}: EquipmentTypeView): EquipmentType => ({
  ...(hasEquipments !== undefined && { has_equipments: hasEquipments }),
  id: type.id,
  is_active: fromSqlBool(type.is_active),
  label: type.label,
})
