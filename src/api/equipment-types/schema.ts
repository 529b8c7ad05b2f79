import { t } from 'elysia'

export const equipmentTypeParams = t.Object({
  equipment_type_id: t.Integer({ description: 'Number of the equipment type.' }),
})

export const equipmentTypeChanges = t.Object({
  is_active: t.Boolean({ description: 'Whether users may choose the type for their equipment.' }),
})
