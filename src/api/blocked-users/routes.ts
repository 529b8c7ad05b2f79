import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentSeenUser } from '@/present/compact-user'
import { listBlockedUsers } from '@/use-cases/people/block'

const blockedUsersQuery = t.Object({ page: t.Optional(t.String()) })

const PER_PAGE = 5

export const blockedUserRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth' }).use(endpoints(ctx)).get(
    '/blocked-users',
    async ({ caller, query }) => {
      const page = { page: parsePage(query.page), perPage: PER_PAGE }
      const { users, total } = await listBlockedUsers(ctx, caller, page)
      return paginated({ blocked_users: users.map(presentSeenUser) }, paginationOf(page, total))
    },
    { access: { scope: 'profile:read' }, query: blockedUsersQuery },
  )
