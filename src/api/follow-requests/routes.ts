import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePageRequest } from '@/http/query-params'
import { presentUser } from '@/present/user'
import { answerRequest, listFollowRequests } from '@/use-cases/people/answer-follow-request'
import { requestListQuery, requestParams } from './schema'

const PAGE_SIZES = { perPage: 10, most: 50 }

export const followRequestRoutes = (ctx: AppContext) => {
  const answering = { access: { scope: 'follow:write' }, params: requestParams } as const
  return new Elysia({ prefix: '/follow-requests' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const request = { ...page, order: query.order }
        const { views, total } = await listFollowRequests(ctx, caller, request)
        const requests = views.map((view) => presentUser(view, wire))
        return paginated({ data: { follow_requests: requests } }, paginationOf(page, total))
      },
      { access: { scope: 'follow:read' }, query: requestListQuery },
    )
    .post(
      '/:user_name/accept',
      async ({ caller, params: { user_name } }) => {
        await answerRequest(ctx, caller, { username: user_name, answer: 'accepted' })
        return ok({ message: `Follow request from user '${user_name}' is accepted.` })
      },
      answering,
    )
    .post(
      '/:user_name/reject',
      async ({ caller, params: { user_name } }) => {
        await answerRequest(ctx, caller, { username: user_name, answer: 'rejected' })
        return ok({ message: `Follow request from user '${user_name}' is rejected.` })
      },
      answering,
    )
}
