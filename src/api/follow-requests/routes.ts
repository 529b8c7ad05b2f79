import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { messageAnswer, ok, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { userParams } from '@/http/path-params'
import { pageParam, parsePageRequest, perPageParam, wordParam } from '@/http/query-params'
import { presentUser, user } from '@/present/user'
import { answerRequest, listFollowRequests } from '@/use-cases/people/answer-follow-request'

/** How many requests a page has. */
const PAGE_SIZES = { perPage: 10, most: 50 }

const requestListQuery = t.Object({
  page: pageParam,
  per_page: perPageParam(PAGE_SIZES),
  order: wordParam(['asc', 'desc'], 'By the date of the request; `asc` by default.'),
})

const ANSWERED = 'The request has been answered already.'
const NO_REQUEST = 'There is no such user, or no request of theirs.'

/** What the API document tells of the routes. */
const docs = operations({
  listFollowRequests: {
    summary: 'List who waits for an answer to follow the caller',
    answers: { 200: pageAnswer({ data: t.Object({ follow_requests: t.Array(user) }) }) },
  },
  acceptFollowRequest: {
    summary: 'Accept a request to follow the caller',
    answers: { 200: messageAnswer },
    refusals: { 400: ANSWERED, 404: NO_REQUEST },
  },
  rejectFollowRequest: {
    summary: 'Reject a request to follow the caller',
    description:
      'The request stays, rejected, so that it cannot be made again until it is taken back; to the user it looks as if it waited.',
    answers: { 200: messageAnswer },
    refusals: { 400: ANSWERED, 404: NO_REQUEST },
  },
})

export const followRequestRoutes = (ctx: AppContext) => {
  const answering = { access: { scope: 'follow:write' }, params: userParams } as const
  return new Elysia({ prefix: '/follow-requests', tags: ['Relationships'] })
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
      {
        access: { scope: 'follow:read' },
        query: requestListQuery,
        detail: docs.listFollowRequests,
      },
    )
    .post(
      '/:user_name/accept',
      async ({ caller, params: { user_name } }) => {
        await answerRequest(ctx, caller, { username: user_name, answer: 'accepted' })
        return ok({ message: `Follow request from user '${user_name}' is accepted.` })
      },
      { ...answering, detail: docs.acceptFollowRequest },
    )
    .post(
      '/:user_name/reject',
      async ({ caller, params: { user_name } }) => {
        await answerRequest(ctx, caller, { username: user_name, answer: 'rejected' })
        return ok({ message: `Follow request from user '${user_name}' is rejected.` })
      },
      { ...answering, detail: docs.rejectFollowRequest },
    )
}
