import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { accessControl } from './access'
import { rateLimits } from './rate-limits'
import { requestWire } from './request-wire'

/** What every family of routes builds on: access rules, rate limits, and the dialect of the answer (`wire`). */
export const endpoints = (ctx: AppContext) =>
  new Elysia({ name: 'endpoints' })
    .use(requestWire(ctx))
    .use(rateLimits(ctx))
    .use(accessControl(ctx))
