import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { accessControl } from './access'
import { keepFirstValues } from './query-params'
import { rateLimits } from './rate-limits'
import { requestWire } from './request-wire'

/**
 * What every family of routes builds on: access rules, rate limits, and the dialect of the answer (`wire`). Of a
 * parameter that a query repeats, the first value counts.
 */
export const endpoints = (ctx: AppContext) =>
  new Elysia({ name: 'endpoints' })
    .onTransform({ as: 'global' }, ({ query, request }) => keepFirstValues(query, request.url))
    .use(requestWire(ctx))
    .use(rateLimits(ctx))
    .use(accessControl(ctx))
