import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { textParam, wordParam } from '@/http/query-params'
import { dayForm, periodLoad, presentDayForm, presentPeriodLoad } from '@/present/form'
import { nullable } from '@/present/scalars'
import { loadUpdate, presentLoadUpdate } from '@/present/threshold'
import { readForm, readPeriodLoads } from '@/use-cases/training/read-form'

const days = {
  from: textParam('First day, `YYYY-MM-DD` in the calendar of the caller.'),
  to: textParam('Last day; today by default, and at most.'),
}
const daysQuery = t.Object(days)
const periodsQuery = t.Object({
  ...days,
  time: wordParam(
    ['day', 'week', 'weekm', 'month', 'year'],
    'Length of a period, `weekm` by default; `week` begins on Sunday, `weekm` on Monday.',
  ),
})

/** What the API document tells of the routes. */
const docs = operations({
  listDailyForm: {
    summary: 'Read own fitness, fatigue and form of each day',
    description:
      'By the load of all workouts: exponentially weighted over 42 and 7 days, as Coggan’s performance manager does. The last 90 days by default, ten years at most. Also how far loads are made anew after a change of thresholds.',
    answers: {
      200: okAnswer({
        data: t.Object({ days: t.Array(dayForm), update: nullable(loadUpdate) }),
      }),
    },
    refusals: { 400: 'It is no day, or these are more than ten years.' },
  },
  listPeriodLoads: {
    summary: 'Sum up own load and time in zones by period',
    description:
      'Zones are those that held on the day of each workout. Of weeks also fitness and by how much it grew. Periods without anything are left out; half a year of weeks by default, 600 periods at most.',
    answers: { 200: okAnswer({ data: t.Object({ periods: t.Array(periodLoad) }) }) },
    refusals: { 400: 'It is no day or no period, or these are too many.' },
  },
})

/** How hard the caller trained. */
export const loadRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/load', tags: ['Training'] })
    .use(endpoints(ctx))
    .guard({ access: { scope: 'workouts:read' } })
    .get(
      '',
      async ({ caller, query }) => {
        const { days, update } = await readForm(ctx, caller, query)
        return ok({ data: { days: days.map(presentDayForm), update: presentLoadUpdate(update) } })
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
