import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { presentRecords, record } from '@/server/responses/workouts/record'
import type { AppContext } from '@/services/context'
import { listRecords } from '@/use-cases/records/list-records'

const docs = operations({
  listRecords: {
    summary: "List the caller's personal records",
    description:
      'By sport, in a fixed order of types. A sport shows records of pace or of speed as the caller prefers.',
    responses: { 200: okResponse({ data: t.Object({ records: t.Array(record) }) }) },
  },
})

export const recordRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/records', tags: ['Statistics'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, dialect }) =>
        ok({ data: { records: presentRecords(await listRecords(ctx, caller), dialect) } }),
      { access: { scope: 'workouts:read' }, detail: docs.listRecords },
    )
