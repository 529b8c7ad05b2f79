import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { ok, okResponse } from '@/server/http/responses/envelope'
import {
  type EquipmentTypeView,
  equipmentType,
  presentEquipmentType,
} from '@/server/responses/accounts/equipment'
import type { AppContext } from '@/services/context'
import { editEquipmentType } from '@/use-cases/equipment/edit-equipment-type'
import { getEquipmentType, listEquipmentTypes } from '@/use-cases/equipment/read-equipment-types'

const equipmentTypeParams = t.Object({
  equipment_type_id: t.Integer({ description: 'Number of the equipment type.' }),
})

const equipmentTypeChanges = t.Object({
  is_active: t.Boolean({ description: 'Whether users can choose the type for their equipment.' }),
})

const okTypes = (types: EquipmentTypeView[]) =>
  ok({ data: { equipment_types: types.map(presentEquipmentType) } })

const typesResponse = okResponse(
  { data: t.Object({ equipment_types: t.Array(equipmentType) }) },
  'EquipmentTypesResult',
)
const NO_TYPE =
  'There is no such equipment type, or it is disabled and the caller is not an administrator.'
const docs = operations({
  listEquipmentTypes: {
    summary: 'List the types of equipment',
    description:
      'Enabled types only. For administrators also disabled ones, and whether any user has equipment of the type.',
    responses: { 200: typesResponse },
  },
  getEquipmentType: {
    summary: 'Get a type of equipment',
    responses: { 200: typesResponse },
    errors: { 404: NO_TYPE },
  },
  editEquipmentType: {
    summary: 'Enable or disable a type of equipment',
    description: 'Existing equipment of a disabled type does not change.',
    responses: { 200: typesResponse },
    errors: { 404: NO_TYPE },
  },
})

export const equipmentTypeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/equipment-types', tags: ['Equipment'] })
    .use(endpoints(ctx))
    .get('', async ({ caller }) => okTypes(await listEquipmentTypes(ctx, caller)), {
      access: { scope: 'equipments:read', suspended: true },
      detail: docs.listEquipmentTypes,
    })
    .get(
      '/:equipment_type_id',
      async ({ caller, params }) =>
        okTypes(await getEquipmentType(ctx, caller, params.equipment_type_id)),
      {
        access: { scope: 'equipments:read' },
        params: equipmentTypeParams,
        detail: docs.getEquipmentType,
      },
    )
    .patch(
      '/:equipment_type_id',
      async ({ caller, params, body }) =>
        okTypes(await editEquipmentType(ctx, caller, { id: params.equipment_type_id, ...body })),
      {
        access: { scope: 'equipments:write', role: 'admin' },
        params: equipmentTypeParams,
        body: equipmentTypeChanges,
        detail: docs.editEquipmentType,
      },
    )
