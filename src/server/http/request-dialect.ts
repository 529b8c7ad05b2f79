import { Elysia } from 'elysia'
import { type DialectFormat, dialectFor } from '@/server/responses/dialect'
import type { AppContext } from '@/services/context'

/** The dialect of the response to a request. */
export const requestedDialect = (ctx: AppContext, request: Request): DialectFormat =>
  dialectFor(request.headers.get('x-api-dialect'), ctx.config.dialect)

/** Adds `dialect`, the dialect for the presenters, to the context of every handler. */
export const requestDialect = (ctx: AppContext) =>
  new Elysia({ name: 'request-dialect' }).derive({ as: 'global' }, ({ request }) => ({
    dialect: requestedDialect(ctx, request),
  }))
