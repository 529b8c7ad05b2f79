import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { commentParams, sanctionParams, workoutParams } from '@/server/http/parameters/path-params'
import { ok } from '@/server/http/responses/envelope'
import { presentAppeal } from '@/server/responses/sanction'
import type { AppContext } from '@/services/context'
import {
  appealCommentSuspension,
  appealSanction,
  appealSuspension,
  appealWorkoutSuspension,
} from '@/use-cases/moderation/create-appeal'
import { decideAppeal } from '@/use-cases/moderation/decide-appeal'
import { appealDecision, appealParams, docs, newAppeal } from './schema'

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

/** Decisions by moderators. */
const appealDecisionRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Moderation'] }).use(endpoints(ctx)).patch(
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
