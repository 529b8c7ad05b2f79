import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { type Wire, wireFor } from '@/present/dialect'

/** The dialect in which a request is answered. */
export const wireOf = (ctx: AppContext, request: Request): Wire =>
  wireFor(request.headers.get('x-api-dialect'), ctx.config.dialect)

/** Gives every handler `wire`, which its presenters are handed. */
export const requestWire = (ctx: AppContext) =>
  new Elysia({ name: 'request-wire' }).derive({ as: 'global' }, ({ request }) => ({
    wire: wireOf(ctx, request),
  }))
