import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created, noContent, ok } from '@/http/envelope'
import { presentEquipment } from '@/present/equipment'
import { createEquipment, removeEquipment } from '@/use-cases/equipment/create-equipment'
import { editEquipment, refreshEquipment } from '@/use-cases/equipment/edit-equipment'
import { getEquipment, listEquipment } from '@/use-cases/equipment/read-equipment'
import {
  docs,
  equipmentDeletion,
  equipmentInput,
  equipmentListQuery,
  equipmentParams,
} from './schema'

type Items = Parameters<typeof presentEquipment>[0][]

const payload = (items: Items) => ({ data: { equipments: items.map(presentEquipment) } })

export const equipmentRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/equipments', tags: ['Equipment'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) =>
        ok(payload(await listEquipment(ctx, caller, query.equipment_type_id))),
      {
        access: { scope: 'equipments:read', suspended: true },
        query: equipmentListQuery,
        detail: docs.listEquipments,
      },
    )
    .post(
      '',
      async ({ caller, body, status }) =>
        status(201, created(payload([await createEquipment(ctx, caller, body)]))),
      { access: { scope: 'equipments:write' }, body: equipmentInput, detail: docs.createEquipment },
    )
    .get(
      '/:equipment_short_id',
      async ({ caller, params }) =>
        ok(payload([await getEquipment(ctx, caller, params.equipment_short_id)])),
      {
        access: { scope: 'equipments:read', suspended: true },
        params: equipmentParams,
        detail: docs.getEquipment,
      },
    )
    .patch(
      '/:equipment_short_id',
      async ({ caller, params, body }) => {
        const change = { shortId: params.equipment_short_id, input: body }
        return ok(payload([await editEquipment(ctx, caller, change)]))
      },
      {
        access: { scope: 'equipments:write' },
        params: equipmentParams,
        body: equipmentInput,
        detail: docs.editEquipment,
      },
    )
    .delete(
      '/:equipment_short_id',
      async ({ caller, params, query }) => {
        const force = query.force !== undefined
        await removeEquipment(ctx, caller, { shortId: params.equipment_short_id, force })
        return noContent()
      },
      {
        access: { scope: 'equipments:write' },
        params: equipmentParams,
        query: equipmentDeletion,
        detail: docs.deleteEquipment,
      },
    )
    .post(
      '/:equipment_short_id/refresh',
      async ({ caller, params }) =>
        ok(payload([await refreshEquipment(ctx, caller, params.equipment_short_id)])),
      {
        access: { scope: 'equipments:write' },
        params: equipmentParams,
        detail: docs.refreshEquipment,
      },
    )
