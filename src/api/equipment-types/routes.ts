import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { type EquipmentTypeView, presentEquipmentType } from '@/present/equipment'
import { editEquipmentType } from '@/use-cases/equipment/edit-equipment-type'
import { getEquipmentType, listEquipmentTypes } from '@/use-cases/equipment/read-equipment-types'
import { equipmentTypeChanges, equipmentTypeParams } from './schema'

const answer = (types: EquipmentTypeView[]) =>
  ok({ data: { equipment_types: types.map(presentEquipmentType) } })

export const equipmentTypeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/equipment-types' })
    .use(endpoints(ctx))
    .get('', async ({ caller }) => answer(await listEquipmentTypes(ctx, caller)), {
      access: { scope: 'equipments:read', suspended: true },
    })
    .get(
      '/:equipment_type_id',
      async ({ caller, params }) =>
        answer(await getEquipmentType(ctx, caller, params.equipment_type_id)),
      { access: { scope: 'equipments:read' }, params: equipmentTypeParams },
    )
    .patch(
      '/:equipment_type_id',
      async ({ caller, params, body }) =>
        answer(await editEquipmentType(ctx, caller, { id: params.equipment_type_id, ...body })),
      {
        access: { scope: 'equipments:write', role: 'admin' },
        params: equipmentTypeParams,
        body: equipmentTypeChanges,
      },
    )
