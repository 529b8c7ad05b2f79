import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { flagParam, parseFlag, textParam, wordParam } from '@/server/http/parameters/query-params'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { loadUpdate, presentLoadUpdate } from '@/server/responses/accounts/threshold'
import {
  dayForm,
  estimatedThreshold,
  periodLoad,
  presentDayForm,
  presentEstimatedThreshold,
  presentPeriodLoad,
} from '@/server/responses/accounts/training-balance'
import { nullable } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import { estimateTrainingBalance } from '@/use-cases/training/estimate-form'
import { readPeriodLoads, readTrainingBalance } from '@/use-cases/training/read-form'

const days = {
  from: textParam('First day, `YYYY-MM-DD` in the calendar of the caller.'),
  to: textParam('Last day; today by default, and at most.'),
}
const daysQuery = t.Object({
  ...days,
  estimate: flagParam(
    'Estimate the days with suggested thresholds in place of those that are not set.',
  ),
})
const periodsQuery = t.Object({
  ...days,
  time: wordParam(
    ['day', 'week', 'weekm', 'month', 'year'],
    'Length of a period, `weekm` by default; `week` begins on Sunday, `weekm` on Monday.',
  ),
})

const docs = operations({
  listDailyForm: {
    summary: "Get the caller's daily fitness, fatigue and training balance",
    description:
      'Exponentially weighted averages of the load of all workouts over 42 and 7 days, as in Coggan’s performance manager. The last 90 days by default, ten years at most. Also the progress of recomputing loads after a change of thresholds.',
    responses: {
      200: okResponse({
        data: t.Object({
          days: t.Array(dayForm),
          update: nullable(loadUpdate),
          thresholds: t.Optional(
            t.Array(estimatedThreshold, { description: 'Only in an estimate.' }),
          ),
        }),
      }),
    },
    errors: { 400: 'A day is invalid, or the range exceeds ten years.' },
  },
  listPeriodLoads: {
    summary: "Get the caller's load and time in zones by period",
    description:
      'Zones are those in force on the day of each workout. For weeks also fitness and its increase. Empty periods are left out. The last half year by weeks by default, 600 periods at most.',
    responses: { 200: okResponse({ data: t.Object({ periods: t.Array(periodLoad) }) }) },
    errors: { 400: 'A day or the period is invalid, or there are too many periods.' },
  },
})

/** The caller's training load. */
export const loadRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/load', tags: ['Training'] })
    .use(endpoints(ctx))
    .guard({ access: { scope: 'workouts:read' } })
    .get(
      '',
      async ({ caller, query }) => {
        const isEstimate = parseFlag(query.estimate)
        const { days, update, thresholds } = isEstimate
          ? { ...(await estimateTrainingBalance(ctx, caller, query)), update: undefined }
          : { ...(await readTrainingBalance(ctx, caller, query)), thresholds: undefined }
        const shown = { days: days.map(presentDayForm), update: presentLoadUpdate(update) }
        const estimated = thresholds && { thresholds: thresholds.map(presentEstimatedThreshold) }
        return ok({ data: { ...shown, ...estimated } })
      },
      { query: daysQuery, detail: docs.listDailyForm },
    )
    .get(
      '/periods',
      async ({ caller, query }) => {
        const periods = await readPeriodLoads(ctx, caller, query)
        return ok({ data: { periods: periods.map(presentPeriodLoad) } })
      },
      { query: periodsQuery, detail: docs.listPeriodLoads },
    )
