import type { Equipment, EquipmentInput } from '@/web/api/equipment'
import type { Level } from '@/web/components/level-options'
import { t } from '@/web/i18n/text'

/** A piece of equipment as it is filled in. */
export type EquipmentFields = {
  label: string
  description: string
  type: string | null
  active: boolean
  sports: string[]
  visibility: Level
}

/** The filled-in form of a piece of equipment; the empty one for a new one. */
export const equipmentFieldsOf = (item: Equipment | null): EquipmentFields => ({
  label: item?.label ?? '',
  description: item?.description ?? '',
  type: item === null ? null : String(item.equipment_type.id),
  active: item?.is_active ?? true,
  sports: item?.default_for_sport_ids.map(String) ?? [],
  visibility: item?.visibility ?? 'private',
})

/** What has to be filled in. */
export const EQUIPMENT_RULES = {
  label: (label: string) => (label.trim() === '' ? t('equipment.labelRule') : null),
  type: (type: string | null) => (type === null ? t('equipment.typeRule') : null),
}

/** What the server is sent. */
export const equipmentInputOf = (fields: EquipmentFields): EquipmentInput => ({
  label: fields.label.trim(),
  description: fields.description.trim() || null,
  equipment_type_id: Number(fields.type),
  is_active: fields.active,
  default_for_sport_ids: fields.sports.map(Number),
  visibility: fields.visibility,
})
