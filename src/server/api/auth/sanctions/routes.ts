import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import {
  NO_SANCTION,
  NO_USER,
  sanctionParams,
  userParams,
} from '@/server/http/parameters/path-params'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import { ok, okResponse, pageResponse, paginated } from '@/server/http/responses/envelope'
import { detailedAction, presentDetailedAction } from '@/server/responses/report'
import { presentAction, reportAction } from '@/server/responses/sanction'
import type { AppContext } from '@/services/context'
import {
  getOwnSanction,
  getOwnSuspension,
  listSanctions,
} from '@/use-cases/moderation/read-sanctions'

const PER_PAGE = 5

const docs = operations({
  getOwnSuspension: {
    summary: "Get the suspension of the caller's account",
    responses: { 200: okResponse({ user_suspension: detailedAction }) },
    errors: { 404: 'The account is not suspended.' },
  },
  getOwnSanction: {
    summary: 'Get a sanction against the caller',
    description: 'With the affected content, and the appeal.',
    responses: { 200: okResponse({ sanction: detailedAction }) },
    errors: { 404: NO_SANCTION },
  },
  listSanctions: {
    summary: 'List the sanctions against a user',
    description: 'Newest first, five per page. For the user themselves and for moderators.',
    responses: { 200: pageResponse({ data: t.Object({ sanctions: t.Array(reportAction) }) }) },
    errors: {
      403: 'Neither the user nor a moderator, or the token lacks permission.',
      404: NO_USER,
    },
  },
})

export const sanctionRoutes = (ctx: AppContext) => {
  const reading = { scope: 'profile:read', suspended: true } as const
  return new Elysia({ tags: ['Moderation'] })
    .use(endpoints(ctx))
    .get(
      '/auth/account/suspension',
      async ({ caller, dialect }) =>
        ok({
          user_suspension: presentDetailedAction(await getOwnSuspension(ctx, caller), dialect),
        }),
      { access: reading, detail: docs.getOwnSuspension },
    )
    .get(
      '/auth/account/sanctions/:action_short_id',
      async ({ caller, params, dialect }) => {
        const view = await getOwnSanction(ctx, caller, params.action_short_id)
        return ok({ sanction: presentDetailedAction(view, dialect) })
      },
      { access: reading, params: sanctionParams, detail: docs.getOwnSanction },
    )
    .get(
      '/users/:user_name/sanctions',
      async ({ caller, params, query }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const request = { username: params.user_name, ...page }
        const { views, total } = await listSanctions(ctx, caller, request)
        const data = { sanctions: views.map(presentAction) }
        return paginated({ data }, paginationOf(page, total))
      },
      {
        access: { scope: 'users:read', suspended: true },
        params: userParams,
        query: pageQuery,
        detail: docs.listSanctions,
      },
    )
}
