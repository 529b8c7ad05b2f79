import { Elysia } from 'elysia'
import type { AppContext } from '@/services/context'
import { accessControl } from './access'
import { rateLimits } from './rate-limits'
import { requestDialect } from './request-dialect'

/** The access rule of routes for session tokens only. Without a scope, no app and no personal token has access. */
export const SESSION_ONLY = { suspended: false }

/** The base of all route groups: access rules, rate limits, and the dialect of the response (`dialect`). */
export const endpoints = (ctx: AppContext) =>
  new Elysia({ name: 'endpoints' })
    .use(requestDialect(ctx))
    .use(rateLimits(ctx))
    .use(accessControl(ctx))
