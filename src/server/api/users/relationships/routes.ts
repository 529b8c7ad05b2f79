import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { NO_USER, userParams } from '@/server/http/parameters/path-params'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import {
  messageResponse,
  ok,
  pageResponse,
  paginated,
  statusResponse,
} from '@/server/http/responses/envelope'
import { presentUser, user } from '@/server/responses/accounts/user'
import type { AppContext } from '@/services/context'
import { block, unblock } from '@/use-cases/people/block'
import { follow, listFollows, unfollow } from '@/use-cases/people/follow'

const PER_PAGE = 10

const docs = operations({
  followUser: {
    summary: 'Follow a user',
    description:
      'Takes effect immediately, or after approval if the user approves followers. Nothing happens if the caller already follows the user or the request is pending.',
    responses: { 200: messageResponse },
    errors: {
      400: 'The user is the caller, or has blocked the caller.',
      403: 'The user rejected the caller’s request, or the token lacks permission.',
      404: NO_USER,
    },
  },
  unfollowUser: {
    summary: 'Stop following a user',
    description: 'Also withdraws a pending or rejected request.',
    responses: { 200: messageResponse },
    errors: {
      404: 'There is no such user, or the caller neither follows them nor has requested it.',
    },
  },
  listFollowers: {
    summary: 'List the followers of a user',
    description: 'Ten per page, without suspended accounts.',
    responses: { 200: pageResponse({ data: t.Object({ followers: t.Array(user) }) }) },
    errors: { 404: NO_USER },
  },
  listFollowing: {
    summary: 'List the users that a user follows',
    description: 'Ten per page; suspended accounts are excluded.',
    responses: { 200: pageResponse({ data: t.Object({ following: t.Array(user) }) }) },
    errors: { 404: NO_USER },
  },
  blockUser: {
    summary: 'Block a user',
    description:
      'The user stops following the caller, cannot follow again, and no longer sees workouts and comments of the caller. The caller still follows the user, if they did.',
    responses: { 200: statusResponse },
    errors: { 400: 'The user is the caller.', 404: NO_USER },
  },
  unblockUser: {
    summary: 'Unblock a user',
    description: 'Nothing happens if the user is not blocked.',
    responses: { 200: statusResponse },
    errors: { 404: NO_USER },
  },
})

const readable = {
  access: { scope: 'follow:read' },
  params: userParams,
  query: pageQuery,
} as const
const following = { access: { scope: 'follow:write' }, params: userParams } as const
const blocking = { access: { scope: 'users:write' }, params: userParams } as const

export const relationshipRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users/:user_name', tags: ['Relationships'] })
    .use(endpoints(ctx))
    .post(
      '/follow',
      async ({ caller, params: { user_name } }) => {
        await follow(ctx, caller, user_name)
        return ok({ message: `Follow request to user '${user_name}' is sent.` })
      },
      { ...following, detail: docs.followUser },
    )
    .post(
      '/unfollow',
      async ({ caller, params: { user_name } }) => {
        await unfollow(ctx, caller, user_name)
        return ok({ message: `Undo for a follow request to user '${user_name}' is sent.` })
      },
      { ...following, detail: docs.unfollowUser },
    )
    .get(
      '/followers',
      async ({ caller, params, query, dialect }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const request = { ...page, username: params.user_name, side: 'followers' } as const
        const { views, total } = await listFollows(ctx, caller, request)
        const followers = views.map((view) => presentUser(view, dialect))
        return paginated({ data: { followers } }, paginationOf(page, total))
      },
      { ...readable, detail: docs.listFollowers },
    )
    .get(
      '/following',
      async ({ caller, params, query, dialect }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const request = { ...page, username: params.user_name, side: 'following' } as const
        const { views, total } = await listFollows(ctx, caller, request)
        const following = views.map((view) => presentUser(view, dialect))
        return paginated({ data: { following } }, paginationOf(page, total))
      },
      { ...readable, detail: docs.listFollowing },
    )
    .post(
      '/block',
      async ({ caller, params }) => {
        await block(ctx, caller, params.user_name)
        return ok({})
      },
      { ...blocking, detail: docs.blockUser },
    )
    .post(
      '/unblock',
      async ({ caller, params }) => {
        await unblock(ctx, caller, params.user_name)
        return ok({})
      },
      { ...blocking, detail: docs.unblockUser },
    )
