import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageQuery, parsePage } from '@/http/query-params'
import { presentSeenUser, seenUser } from '@/present/compact-user'
import { listBlockedUsers } from '@/use-cases/people/block'

const PER_PAGE = 5

/** What the API document tells of the routes. */
const docs = operations({
  listBlockedUsers: {
    summary: 'List whom the caller blocks',
    description: 'The newest block first, five on a page.',
    answers: { 200: pageAnswer({ blocked_users: t.Array(seenUser) }) },
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
