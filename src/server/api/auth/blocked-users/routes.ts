import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import { pageResponse, paginated } from '@/server/http/responses/envelope'
import { presentSeenUser, seenUser } from '@/server/responses/accounts/compact-user'
import type { AppContext } from '@/services/context'
import { listBlockedUsers } from '@/use-cases/people/block'

const PER_PAGE = 5

const docs = operations({
  listBlockedUsers: {
    summary: 'List the users that the caller has blocked',
    description: 'Newest block first, five per page.',
    responses: { 200: pageResponse({ blocked_users: t.Array(seenUser) }) },
  },
})

export const blockedUserRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth', tags: ['Relationships'] }).use(endpoints(ctx)).get(
    '/blocked-users',
    async ({ caller, query }) => {
      const page = { page: parsePage(query.page), perPage: PER_PAGE }
      const { users, total } = await listBlockedUsers(ctx, caller, page)
      return paginated({ blocked_users: users.map(presentSeenUser) }, paginationOf(page, total))
    },
    { access: { scope: 'profile:read' }, query: pageQuery, detail: docs.listBlockedUsers },
  )
