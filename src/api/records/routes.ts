import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { presentRecords, record } from '@/present/record'
import { listRecords } from '@/use-cases/records/list-records'

/** What the API document tells of the routes. */
const docs = operations({
  listRecords: {
    summary: 'List own personal records',
    description:
      'By sport, in a fixed order of types. A sport shows records of pace or of speed as the caller prefers.',
    answers: { 200: okAnswer({ data: t.Object({ records: t.Array(record) }) }) },
  },
})

export const recordRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/records', tags: ['Statistics'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, wire }) =>
        ok({ data: { records: presentRecords(await listRecords(ctx, caller), wire) } }),
      { access: { scope: 'workouts:read' }, detail: docs.listRecords },
    )
