import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { commentParams, sanctionParams, workoutParams } from '@/server/http/parameters/path-params'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import { ok, paginated } from '@/server/http/responses/envelope'
import { presentAction, presentAppeal } from '@/server/responses/sanction'
import type { AppContext } from '@/services/context'
import {
  appealCommentSuspension,
  appealSanction,
  appealSuspension,
  appealWorkoutSuspension,
} from '@/use-cases/moderation/create-appeal'
import { decideAppeal } from '@/use-cases/moderation/decide-appeal'
import { listWaitingAppeals } from '@/use-cases/moderation/list-waiting-appeals'
import { appealDecision, appealParams, docs, newAppeal } from './schema'

const PER_PAGE = 10

/** Appeals by the people whom a decision concerns. */
const suspensionAppealRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Moderation'] })
    .use(endpoints(ctx))
    .post(
      '/auth/account/suspension/appeal',
      async ({ caller, body, status }) => {
        await appealSuspension(ctx, caller, body)
        return status(201, ok({}))
      },
      {
        access: { scope: 'profile:write', suspended: true },
        body: newAppeal,
        detail: docs.appealSuspension,
      },
    )
    .post(
      '/auth/account/sanctions/:action_short_id/appeal',
      async ({ caller, params, body, status }) => {
        await appealSanction(ctx, caller, params.action_short_id, body)
        return status(201, ok({}))
      },
      {
        access: { scope: 'profile:write' },
        params: sanctionParams,
        body: newAppeal,
        detail: docs.appealSanction,
      },
    )
    .post(
      '/comments/:comment_short_id/suspension/appeal',
      async ({ caller, params, body, status }) => {
        await appealCommentSuspension(ctx, caller, params.comment_short_id, body)
        return status(201, ok({}))
      },
      {
        access: { scope: 'workouts:write' },
        params: commentParams,
        body: newAppeal,
        detail: docs.appealCommentSuspension,
      },
    )
    .post(
      '/workouts/:workout_short_id/suspension/appeal',
      async ({ caller, params, body, status }) => {
        await appealWorkoutSuspension(ctx, caller, params.workout_short_id, body)
        return status(201, ok({}))
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        body: newAppeal,
        detail: docs.appealWorkoutSuspension,
      },
    )

/** Appeals that wait, and decisions by moderators. */
const appealDecisionRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Moderation'] })
    .use(endpoints(ctx))
    .get(
      '/appeals',
      async ({ caller, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { views, total } = await listWaitingAppeals(ctx, caller, page)
        return paginated({ actions: views.map(presentAction) }, paginationOf(page, total))
      },
      {
        access: { scope: 'reports:read', role: 'moderator' },
        query: pageQuery,
        detail: docs.listWaitingAppeals,
      },
    )
    .patch(
      '/appeals/:appeal_short_id',
      async ({ caller, params, body }) => {
        const request = { shortId: params.appeal_short_id, body }
        return ok({ appeal: presentAppeal(await decideAppeal(ctx, caller, request)) })
      },
      {
        access: { scope: 'users:write', role: 'moderator' },
        params: appealParams,
        body: appealDecision,
        detail: docs.decideAppeal,
      },
    )

export const appealRoutes = (ctx: AppContext) =>
  new Elysia().use(suspensionAppealRoutes(ctx)).use(appealDecisionRoutes(ctx))
