import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { userParams } from '@/server/http/parameters/path-params'
import {
  pageParam,
  parsePageRequest,
  perPageParam,
  wordParam,
} from '@/server/http/parameters/query-params'
import { messageResponse, ok, pageResponse, paginated } from '@/server/http/responses/envelope'
import { presentUser, user } from '@/server/responses/accounts/user'
import type { AppContext } from '@/services/context'
import { decideFollowRequest, listFollowRequests } from '@/use-cases/people/decide-follow-request'

/** Page sizes of request lists. */
const PAGE_SIZES = { perPage: 10, max: 50 }

const requestListQuery = t.Object({
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
  order: wordParam(['asc', 'desc'], 'By the date of the request; `asc` by default.'),
})

const ALREADY_ANSWERED = 'The request has already been accepted or rejected.'
const NO_REQUEST = 'There is no such user, or no request from them.'

const docs = operations({
  listFollowRequests: {
    summary: 'List the pending requests to follow the caller',
    responses: { 200: pageResponse({ data: t.Object({ follow_requests: t.Array(user) }) }) },
  },
  acceptFollowRequest: {
    summary: 'Accept a request to follow the caller',
    responses: { 200: messageResponse },
    errors: { 400: ALREADY_ANSWERED, 404: NO_REQUEST },
  },
  rejectFollowRequest: {
    summary: 'Reject a request to follow the caller',
    description:
      'The request is stored as rejected, so that it cannot be sent again unless it is withdrawn. To the requesting user it looks pending.',
    responses: { 200: messageResponse },
    errors: { 400: ALREADY_ANSWERED, 404: NO_REQUEST },
  },
})

export const followRequestRoutes = (ctx: AppContext) => {
  const writing = { access: { scope: 'follow:write' }, params: userParams } as const
  return new Elysia({ prefix: '/follow-requests', tags: ['Relationships'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, dialect }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const request = { ...page, order: query.order }
        const { views, total } = await listFollowRequests(ctx, caller, request)
        const requests = views.map((view) => presentUser(view, dialect))
        return paginated({ data: { follow_requests: requests } }, paginationOf(page, total))
      },
      {
        access: { scope: 'follow:read' },
        query: requestListQuery,
        detail: docs.listFollowRequests,
      },
    )
    .post(
      '/:user_name/accept',
      async ({ caller, params: { user_name } }) => {
        await decideFollowRequest(ctx, caller, { username: user_name, decision: 'accepted' })
        return ok({ message: `Follow request from user '${user_name}' is accepted.` })
      },
      { ...writing, detail: docs.acceptFollowRequest },
    )
    .post(
      '/:user_name/reject',
      async ({ caller, params: { user_name } }) => {
        await decideFollowRequest(ctx, caller, { username: user_name, decision: 'rejected' })
        return ok({ message: `Follow request from user '${user_name}' is rejected.` })
      },
      { ...writing, detail: docs.rejectFollowRequest },
    )
}
