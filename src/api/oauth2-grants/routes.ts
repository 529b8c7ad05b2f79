import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { EMPTY, noContent, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageParam, parsePageRequest, perPageParam } from '@/http/query-params'
import { oauth2Grant, presentOauth2Grant } from '@/present/oauth2-grant'
import { listGrants, revokeGrant } from '@/use-cases/apps/manage-grants'

const GRANTS_PER_PAGE = { perPage: 20, most: 100 }

const grantParams = t.Object({ grant_id: t.Integer({ description: 'Number of the grant.' }) })
const grantsQuery = t.Object({ page: pageParam, per_page: perPageParam(GRANTS_PER_PAGE) })

/** What the API document tells of the routes. */
const docs = operations({
  listGrants: {
    summary: 'List what apps may do in the name of the caller',
    description: 'Newest first.',
    answers: { 200: pageAnswer({ data: t.Object({ grants: t.Array(oauth2Grant) }) }) },
  },
  revokeGrant: {
    summary: 'End what an app may do in the name of the caller',
    description: 'None of its tokens is good any more.',
    answers: { 204: EMPTY },
    refusals: { 404: 'There is no such grant, or it has ended.' },
  },
})

/** What apps may do in the caller's name. */
export const oauth2GrantRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/oauth/grants', tags: ['Apps'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const request = parsePageRequest(query, GRANTS_PER_PAGE)
        const { rows, total } = await listGrants(ctx, caller, request)
        return paginated(
          { data: { grants: rows.map(presentOauth2Grant) } },
          paginationOf(request, total),
        )
      },
      {
        access: { suspended: true },
        query: grantsQuery,
        detail: docs.listGrants,
      },
    )
    .delete(
      '/:grant_id',
      async ({ caller, params }) => {
        await revokeGrant(ctx, caller, params.grant_id)
        return noContent()
      },
      {
        access: { suspended: true },
        params: grantParams,
        detail: docs.revokeGrant,
      },
    )
