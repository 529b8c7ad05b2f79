import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { messageAnswer, ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { NO_USER, userParams } from '@/http/path-params'
import { pageQuery, parsePage } from '@/http/query-params'
import { presentUser, user } from '@/present/user'
import { block, unblock } from '@/use-cases/people/block'
import { follow, listFollows, unfollow } from '@/use-cases/people/follow'

const PER_PAGE = 10

/** What the API document tells of the routes. */
const docs = operations({
  followUser: {
    summary: 'Follow a user',
    description:
      'At once, or after an answer when the user approves followers. Nothing happens when the caller follows already, or waits for the answer.',
    answers: { 200: messageAnswer },
    refusals: {
      400: 'It is oneself, or the user blocks the caller.',
      403: 'The user rejected the caller’s request; or the token may not.',
      404: NO_USER,
    },
  },
  unfollowUser: {
    summary: 'Stop following a user',
    description: 'Takes back a request that waits or was rejected, too.',
    answers: { 200: messageAnswer },
    refusals: { 404: 'There is no such user, or the caller neither follows nor asked.' },
  },
  listFollowers: {
    summary: 'List who follows a user',
    description: 'Ten on a page; without suspended accounts.',
    answers: { 200: pageAnswer({ data: t.Object({ followers: t.Array(user) }) }) },
    refusals: { 404: NO_USER },
  },
  listFollowing: {
    summary: 'List whom a user follows',
    description: 'Ten on a page; suspended accounts are left out.',
    answers: { 200: pageAnswer({ data: t.Object({ following: t.Array(user) }) }) },
    refusals: { 404: NO_USER },
  },
  blockUser: {
    summary: 'Block a user',
    description:
      'The user stops following the caller, cannot follow again, and no longer sees workouts and comments of the caller; the caller’s own follow stays.',
    answers: { 200: okAnswer({}) },
    refusals: { 400: 'It is oneself.', 404: NO_USER },
  },
  unblockUser: {
    summary: 'End the block of a user',
    description: 'Nothing happens when there is none.',
    answers: { 200: okAnswer({}) },
    refusals: { 404: NO_USER },
  },
})

export const relationshipRoutes = (ctx: AppContext) => {
  const readable = {
    access: { scope: 'follow:read' },
    params: userParams,
    query: pageQuery,
  } as const
  const following = { access: { scope: 'follow:write' }, params: userParams } as const
  const blocking = { access: { scope: 'users:write' }, params: userParams } as const
  return new Elysia({ prefix: '/users/:user_name', tags: ['Relationships'] })
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
      async ({ caller, params, query, wire }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const request = { ...page, username: params.user_name, side: 'followers' } as const
        const { views, total } = await listFollows(ctx, caller, request)
        const followers = views.map((view) => presentUser(view, wire))
        return paginated({ data: { followers } }, paginationOf(page, total))
      },
      { ...readable, detail: docs.listFollowers },
    )
    .get(
      '/following',
      async ({ caller, params, query, wire }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const request = { ...page, username: params.user_name, side: 'following' } as const
        const { views, total } = await listFollows(ctx, caller, request)
        const following = views.map((view) => presentUser(view, wire))
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
}
