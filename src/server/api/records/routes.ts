import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { flagParam, parseFlag } from '@/server/http/parameters/query-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import {
  presentRecordProgress,
  presentRecords,
  record,
  recordProgress,
} from '@/server/responses/workouts/record'
import type { AppContext } from '@/services/context'
import { listRecords, readRecordProgress } from '@/use-cases/records/list-records'

const recordsQuery = t.Object({ progress: flagParam('Also return how each record improved.') })

const docs = operations({
  listRecords: {
    summary: "List the caller's personal records",
    description:
      'By sport, in a fixed order of types. A sport shows records of pace or of speed as the caller prefers.',
    responses: {
      200: okResponse({
        data: t.Object({
          records: t.Array(record),
          progress: t.Optional(
            t.Array(recordProgress, { description: 'Only if it was requested.' }),
          ),
        }),
      }),
    },
  },
})

export const recordRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/records', tags: ['Statistics'] }).use(endpoints(ctx)).get(
    '',
    async ({ caller, dialect, query }) => {
      const records = presentRecords(await listRecords(ctx, caller), dialect)
      const isWanted = parseFlag(query.progress)
      const progress = isWanted ? await readRecordProgress(ctx, caller) : undefined
      const shown = progress && { progress: progress.map(presentRecordProgress) }
      return ok({ data: { records, ...shown } })
    },
    { access: { scope: 'workouts:read' }, query: recordsQuery, detail: docs.listRecords },
  )
