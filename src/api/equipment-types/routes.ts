import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { type EquipmentTypeView, equipmentType, presentEquipmentType } from '@/present/equipment'
import { editEquipmentType } from '@/use-cases/equipment/edit-equipment-type'
import { getEquipmentType, listEquipmentTypes } from '@/use-cases/equipment/read-equipment-types'

const equipmentTypeParams = t.Object({
  equipment_type_id: t.Integer({ description: 'Number of the equipment type.' }),
})

const equipmentTypeChanges = t.Object({
  is_active: t.Boolean({ description: 'Whether users may choose the type for their equipment.' }),
})

const answer = (types: EquipmentTypeView[]) =>
  ok({ data: { equipment_types: types.map(presentEquipmentType) } })

const typesAnswer = okAnswer({ data: t.Object({ equipment_types: t.Array(equipmentType) }) })
const NO_TYPE =
  'There is no such equipment type, or it is closed and the caller does not administrate.'
/** What the API document tells of the routes. */
const docs = operations({
  listEquipmentTypes: {
    summary: 'List the types of equipment',
    description: 'Open ones; for administrators all, and whether anybody has equipment of them.',
    answers: { 200: typesAnswer },
  },
  getEquipmentType: {
    summary: 'Read a type of equipment',
    answers: { 200: typesAnswer },
    refusals: { 404: NO_TYPE },
  },
  editEquipmentType: {
    summary: 'Open or close a type of equipment',
    description: 'Equipment of a closed type stays as it is.',
    answers: { 200: typesAnswer },
    refusals: { 404: NO_TYPE },
  },
})

export const equipmentTypeRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/equipment-types', tags: ['Equipment'] })
    .use(endpoints(ctx))
    .get('', async ({ caller }) => answer(await listEquipmentTypes(ctx, caller)), {
      access: { scope: 'equipments:read', suspended: true },
      detail: docs.listEquipmentTypes,
    })
    .get(
      '/:equipment_type_id',
      async ({ caller, params }) =>
        answer(await getEquipmentType(ctx, caller, params.equipment_type_id)),
      {
        access: { scope: 'equipments:read' },
        params: equipmentTypeParams,
        detail: docs.getEquipmentType,
      },
    )
    .patch(
      '/:equipment_type_id',
      async ({ caller, params, body }) =>
        answer(await editEquipmentType(ctx, caller, { id: params.equipment_type_id, ...body })),
      {
        access: { scope: 'equipments:write', role: 'admin' },
        params: equipmentTypeParams,
        body: equipmentTypeChanges,
        detail: docs.editEquipmentType,
      },
    )
