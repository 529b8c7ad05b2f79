import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageParam, parsePageRequest, perPageParam } from '@/server/http/parameters/query-params'
import { EMPTY, noContent, pageResponse, paginated } from '@/server/http/responses/envelope'
import { oauth2Grant, presentOauth2Grant } from '@/server/responses/accounts/oauth2-grant'
import type { AppContext } from '@/services/context'
import { listGrants, revokeGrant } from '@/use-cases/apps/manage-grants'

const GRANTS_PER_PAGE = { perPage: 20, max: 100 }

const grantParams = t.Object({ grant_id: t.Integer({ description: 'Number of the grant.' }) })
const grantsQuery = t.Object({ page: pageParam, per_page: perPageParam(GRANTS_PER_PAGE) })

const docs = operations({
  listGrants: {
    summary: 'List the access that the caller has granted to apps',
    description: 'Newest first.',
    responses: { 200: pageResponse({ data: t.Object({ grants: t.Array(oauth2Grant) }) }) },
  },
  revokeGrant: {
    summary: 'Revoke the access of an app',
    description: 'All of its tokens become invalid.',
    responses: { 204: EMPTY },
    errors: { 404: 'There is no such grant, or it has ended.' },
  },
})

/** Access that the caller has granted to apps. */
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
