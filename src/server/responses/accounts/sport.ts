import { type Static, Type } from '@sinclair/typebox'
import { sportFacts } from '@/policy/sport-display'
import { flag, nullable, number, numericId, oneOf, shortId, text } from '@/server/responses/fields'
import type { EquipmentView } from '@/store/db/queries/catalogue/equipments'
import type { SportPreferenceRow, SportRow } from '@/store/db/queries/catalogue/sports'
import { fromSqlBool, PACE_SPEED_DISPLAYS } from '@/store/db/schema/columns'
import { equipment, presentEquipment } from './equipment'

/** A sport with the caller's preferences for it. */
export interface SportView {
  sport: SportRow
  preference: SportPreferenceRow | undefined
  defaultEquipments: EquipmentView[]
  /** Whether any workout uses it; undefined when this was not requested. */
  hasWorkouts: boolean | undefined
}

const paceSpeedDisplay = oneOf(
  PACE_SPEED_DISPLAYS,
  'Whether the caller sees pace or speed in workouts of this sport.',
)
const stoppedSpeed = number('km/h below which a recording counts as stopped.')

export const sport = Type.Object(
  {
    color: nullable(
      text(
        "The caller's colour for the sport, else that of the sport, `#RRGGBB`; null: the default.",
      ),
    ),
    default_equipments: Type.Array(equipment, {
      description: "The caller's equipment that new workouts get by default.",
    }),
    has_workouts: Type.Optional(
      flag('Whether there are workouts of the sport; only for administrators who ask for it.'),
    ),
    icon: Type.Optional(text('Name of its icon; only for sports with ids from 1000.')),
    id: numericId('The sport; fixed numbers.'),
    is_active: flag('Whether the sport may be used on this server.'),
    is_active_for_user: flag('Whether it is also enabled for the caller.'),
    label: text('Name, English; clients translate it.'),
    pace_speed_display: Type.Optional(paceSpeedDisplay),
    stopped_speed_threshold: stoppedSpeed,
  },
  {
    $id: 'Sport',
    description:
      "A sport with the caller's preferences for it. `pace_speed_display` is only included for sports with a pace.",
  },
)
export type Sport = Static<typeof sport>

export function presentSport({
  sport,
  preference,
  defaultEquipments,
  hasWorkouts,
}: SportView): Sport {
  const effective = preference ?? sport
  return {
    color: preference?.color ?? sport.color,
    default_equipments: defaultEquipments.map(presentEquipment),
    ...(hasWorkouts !== undefined && { has_workouts: hasWorkouts }),
    ...(sport.icon !== null && { icon: sport.icon }),
    id: sport.id,
    is_active: fromSqlBool(sport.is_active),
    is_active_for_user: fromSqlBool(sport.is_active) && fromSqlBool(effective.is_active),
    label: sport.label,
    ...(sportFacts(sport.id).pace && { pace_speed_display: effective.pace_speed_display }),
    stopped_speed_threshold: effective.stopped_speed_threshold,
  }
}

export const sportPreference = Type.Object(
  {
    color: nullable(text('Colour of the sport, `#RGB` or `#RRGGBB`; null: the default.')),
    default_equipment_ids: Type.Array(shortId('Equipment that new workouts get.')),
    default_equipments: Type.Array(equipment, { description: 'The same items with all fields.' }),
    is_active: flag('Whether the caller uses the sport.'),
    pace_speed_display: paceSpeedDisplay,
    sport_id: numericId('The sport.'),
    stopped_speed_threshold: stoppedSpeed,
    user_id: numericId('The caller.'),
  },
  { $id: 'SportPreference', description: "The caller's preferences for a sport." },
)
export type SportPreference = Static<typeof sportPreference>

export const presentSportPreference = (
  preference: SportPreferenceRow,
  defaultEquipments: EquipmentView[],
): SportPreference => ({
  color: preference.color,
  default_equipment_ids: defaultEquipments.map(({ short_id }) => short_id),
  default_equipments: defaultEquipments.map(presentEquipment),
  is_active: fromSqlBool(preference.is_active),
  pace_speed_display: preference.pace_speed_display,
  sport_id: preference.sport_id,
  stopped_speed_threshold: preference.stopped_speed_threshold,
  user_id: preference.user_id,
})
