import { t } from 'elysia'

export const equipmentTypeParams = t.Object({ equipment_type_id: t.Integer() })

export const equipmentTypeChanges = t.Object({
  /** Whether users may choose the type for their equipment. */
  is_active: t.Boolean(),
})
