import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { NO_SANCTION, NO_USER, sanctionParams, userParams } from '@/http/path-params'
import { pageQuery, parsePage } from '@/http/query-params'
import { presentWholeAction, wholeAction } from '@/present/report'
import { presentAction, reportAction } from '@/present/sanction'
import {
  getOwnSanction,
  getOwnSuspension,
  listSanctions,
} from '@/use-cases/moderation/read-sanctions'

const PER_PAGE = 5

/** What the API document tells of the routes. */
const docs = operations({
  getOwnSuspension: {
    summary: 'Read why the own account is suspended',
    answers: { 200: okAnswer({ user_suspension: wholeAction }) },
    refusals: { 404: 'The account is not suspended.' },
  },
  getOwnSanction: {
    summary: 'Read a sanction against the caller',
    description: 'With the content it is about, and the appeal.',
    answers: { 200: okAnswer({ sanction: wholeAction }) },
    refusals: { 404: NO_SANCTION },
  },
  listSanctions: {
    summary: 'List the sanctions against a user',
    description: 'The newest first, five on a page. For the user themselves and for moderators.',
    answers: { 200: pageAnswer({ data: t.Object({ sanctions: t.Array(reportAction) }) }) },
    refusals: { 403: 'Neither the user nor a moderator; or the token may not.', 404: NO_USER },
  },
})

export const sanctionRoutes = (ctx: AppContext) => {
  const reading = { scope: 'profile:read', suspended: true } as const
  return new Elysia({ tags: ['Moderation'] })
    .use(endpoints(ctx))
    .get(
      '/auth/account/suspension',
      async ({ caller, wire }) =>
        ok({ user_suspension: presentWholeAction(await getOwnSuspension(ctx, caller), wire) }),
      { access: reading, detail: docs.getOwnSuspension },
    )
    .get(
      '/auth/account/sanctions/:action_short_id',
      async ({ caller, params, wire }) => {
        const view = await getOwnSanction(ctx, caller, params.action_short_id)
        return ok({ sanction: presentWholeAction(view, wire) })
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
