import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { presentRecords } from '@/present/record'
import { listRecords } from '@/use-cases/records/list-records'

export const recordRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/records' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, wire }) =>
        ok({ data: { records: presentRecords(await listRecords(ctx, caller), wire) } }),
      { access: { scope: 'workouts:read' } },
    )
