import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { created, noContent, ok } from '@/server/http/responses/envelope'
import { presentEquipment } from '@/server/responses/accounts/equipment'
import type { AppContext } from '@/services/context'
import { createEquipment, deleteOwnEquipment } from '@/use-cases/equipment/create-equipment'
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

/** All equipment of the caller. */
const equipmentListRoutes = (ctx: AppContext) =>
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

/** One piece of equipment. */
const oneEquipmentRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/equipments/:equipment_short_id', tags: ['Equipment'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, params }) =>
        ok(payload([await getEquipment(ctx, caller, params.equipment_short_id)])),
      {
        access: { scope: 'equipments:read', suspended: true },
        params: equipmentParams,
        detail: docs.getEquipment,
      },
    )
    .patch(
      '',
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
      '',
      async ({ caller, params, query }) => {
        const force = query.force !== undefined
        await deleteOwnEquipment(ctx, caller, { shortId: params.equipment_short_id, force })
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
      '/refresh',
      async ({ caller, params }) =>
        ok(payload([await refreshEquipment(ctx, caller, params.equipment_short_id)])),
      {
        access: { scope: 'equipments:write' },
        params: equipmentParams,
        detail: docs.refreshEquipment,
      },
    )

export const equipmentRoutes = (ctx: AppContext) =>
  new Elysia().use(equipmentListRoutes(ctx)).use(oneEquipmentRoutes(ctx))
