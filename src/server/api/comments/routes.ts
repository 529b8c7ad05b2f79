import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { paginationOf } from '@/server/http/parameters/pagination'
import { commentParams, workoutParams } from '@/server/http/parameters/path-params'
import { pageQuery, parsePage, parsePageRequest } from '@/server/http/parameters/query-params'
import { created, noContent, ok, paginated } from '@/server/http/responses/envelope'
import { presentSeenUser } from '@/server/responses/accounts/compact-user'
import { presentComment } from '@/server/responses/comment'
import type { AppContext } from '@/services/context'
import { createComment } from '@/use-cases/comments/create-comment'
import { deleteOwnComment, editComment } from '@/use-cases/comments/edit-comment'
import { likeComment, listCommentLikes, unlikeComment } from '@/use-cases/comments/like-comment'
import { getComment, listComments } from '@/use-cases/comments/read-comments'
import { commentEdit, commentListQuery, docs, newComment, PAGE_SIZES } from './schema'

const LIKES_PER_PAGE = 10

const readable = { optionalAccess: { scope: 'workouts:read' }, params: commentParams } as const
const writable = { access: { scope: 'workouts:write' }, params: commentParams } as const

export const commentRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Comments'] })
    .use(endpoints(ctx))
    .get(
      '/workouts/:workout_short_id/comments',
      async ({ visitor, params, query }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { views, total } = await listComments(ctx, visitor, params.workout_short_id, page)
        return paginated(
          { data: { comments: views.map(presentComment) } },
          paginationOf(page, total),
        )
      },
      {
        optionalAccess: { scope: 'workouts:read' },
        params: workoutParams,
        query: commentListQuery,
        detail: docs.listComments,
      },
    )
    .post(
      '/workouts/:workout_short_id/comments',
      async ({ caller, params, body, status }) => {
        const view = await createComment(ctx, caller, params.workout_short_id, body)
        return status(201, created({ comment: presentComment(view) }))
      },
      {
        access: { scope: 'workouts:write' },
        params: workoutParams,
        body: newComment,
        detail: docs.createComment,
      },
    )
    .get(
      '/comments/:comment_short_id',
      async ({ visitor, params }) => {
        const view = await getComment(ctx, visitor, params.comment_short_id)
        return ok({ comment: presentComment(view) })
      },
      { ...readable, detail: docs.getComment },
    )
    .patch(
      '/comments/:comment_short_id',
      async ({ caller, params, body }) => {
        const view = await editComment(ctx, caller, params.comment_short_id, body)
        return ok({ comment: presentComment(view) })
      },
      { ...writable, body: commentEdit, detail: docs.editComment },
    )
    .delete(
      '/comments/:comment_short_id',
      async ({ caller, params }) => {
        await deleteOwnComment(ctx, caller, params.comment_short_id)
        return noContent()
      },
      { ...writable, detail: docs.deleteComment },
    )
    .use(likeRoutes(ctx))

const likeRoutes = (ctx: AppContext) =>
  new Elysia({ tags: ['Comments'] })
    .use(endpoints(ctx))
    .post(
      '/comments/:comment_short_id/like',
      async ({ caller, params }) => {
        const view = await likeComment(ctx, caller, params.comment_short_id)
        return ok({ comment: presentComment(view) })
      },
      { ...writable, detail: docs.likeComment },
    )
    .post(
      '/comments/:comment_short_id/like/undo',
      async ({ caller, params }) => {
        const view = await unlikeComment(ctx, caller, params.comment_short_id)
        return ok({ comment: presentComment(view) })
      },
      { ...writable, detail: docs.unlikeComment },
    )
    .get(
      '/comments/:comment_short_id/likes',
      async ({ visitor, params, query }) => {
        const page = { page: parsePage(query.page), perPage: LIKES_PER_PAGE }
        const { users, total } = await listCommentLikes(ctx, visitor, {
          shortId: params.comment_short_id,
          ...page,
        })
        return paginated({ data: { likes: users.map(presentSeenUser) } }, paginationOf(page, total))
      },
      { ...readable, query: pageQuery, detail: docs.listCommentLikes },
    )
