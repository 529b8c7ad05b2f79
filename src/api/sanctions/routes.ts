import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentWholeAction } from '@/present/report'
import { presentAction } from '@/present/sanction'
import {
  getOwnSanction,
  getOwnSuspension,
  listSanctions,
} from '@/use-cases/moderation/read-sanctions'

const sanctionParams = t.Object({ action_short_id: t.String() })
const personParams = t.Object({ user_name: t.String() })
const sanctionsQuery = t.Object({ page: t.Optional(t.String()) })

const PER_PAGE = 5

export const sanctionRoutes = (ctx: AppContext) => {
  const reading = { scope: 'profile:read', suspended: true } as const
  return new Elysia()
    .use(endpoints(ctx))
    .get(
      '/auth/account/suspension',
      async ({ caller, wire }) =>
        ok({ user_suspension: presentWholeAction(await getOwnSuspension(ctx, caller), wire) }),
      { access: reading },
    )
    .get(
      '/auth/account/sanctions/:action_short_id',
      async ({ caller, params, wire }) => {
        const view = await getOwnSanction(ctx, caller, params.action_short_id)
        return ok({ sanction: presentWholeAction(view, wire) })
      },
      { access: reading, params: sanctionParams },
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
        params: personParams,
        query: sanctionsQuery,
      },
    )
}
