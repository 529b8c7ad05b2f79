import { fromSqlBool } from '@/db/columns'
import type { EquipmentView } from '@/db/queries/equipments'
import type { SportPreferenceRow, SportRow } from '@/db/queries/sports'
import { sportFacts } from '@/policy/sport-display'
import { presentEquipment } from './equipment'

/** A sport with what the caller prefers for it. */
export interface SportView {
  sport: SportRow
  preference: SportPreferenceRow | undefined
  defaultEquipments: EquipmentView[]
  /** Whether any workout uses it; undefined when that was not asked. */
  hasWorkouts: boolean | undefined
}

/** The Sport object of the API. */
export function presentSport({ sport, preference, defaultEquipments, hasWorkouts }: SportView) {
  const effective = preference ?? sport
  return {
    color: preference?.color ?? null,
    default_equipments: defaultEquipments.map(presentEquipment),
    ...(hasWorkouts !== undefined && { has_workouts: hasWorkouts }),
    id: sport.id,
    is_active: fromSqlBool(sport.is_active),
    is_active_for_user: fromSqlBool(sport.is_active) && fromSqlBool(effective.is_active),
    label: sport.label,
    ...(sportFacts(sport.id).pace && { pace_speed_display: effective.pace_speed_display }),
    stopped_speed_threshold: effective.stopped_speed_threshold,
  }
}

/** The Sport preferences object of the API. */
export const presentSportPreference = (
  preference: SportPreferenceRow,
  defaultEquipments: EquipmentView[],
) => ({
  color: preference.color,
  default_equipment_ids: defaultEquipments.map(({ short_id }) => short_id),
  default_equipments: defaultEquipments.map(presentEquipment),
  is_active: fromSqlBool(preference.is_active),
  pace_speed_display: preference.pace_speed_display,
  sport_id: preference.sport_id,
  stopped_speed_threshold: preference.stopped_speed_threshold,
  user_id: preference.user_id,
})
