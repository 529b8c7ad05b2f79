import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { created, noContent, ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentComment } from '@/present/comment'
import { presentSeenUser } from '@/present/compact-user'
import { createComment } from '@/use-cases/comments/create-comment'
import { editComment, removeComment } from '@/use-cases/comments/edit-comment'
import { likeComment, listCommentLikes, unlikeComment } from '@/use-cases/comments/like-comment'
import { getComment, listComments } from '@/use-cases/comments/read-comments'
import { commentEdit, commentParams, likesQuery, newComment, workoutParams } from './schema'

const LIKES_PER_PAGE = 10

export const commentRoutes = (ctx: AppContext) =>
  new Elysia()
    .use(endpoints(ctx))
    .get(
      '/workouts/:workout_short_id/comments',
      async ({ visitor, params }) => {
        const views = await listComments(ctx, visitor, params.workout_short_id)
        return ok({ data: { comments: views.map(presentComment) } })
      },
      { optionalAccess: { scope: 'workouts:read' }, params: workoutParams },
    )
    .post(
      '/workouts/:workout_short_id/comments',
      async ({ caller, params, body, status }) => {
        const view = await createComment(ctx, caller, params.workout_short_id, body)
        return status(201, created({ comment: presentComment(view) }))
      },
      { access: { scope: 'workouts:write' }, params: workoutParams, body: newComment },
    )
    .get(
      '/comments/:comment_short_id',
      async ({ visitor, params }) => {
        const view = await getComment(ctx, visitor, params.comment_short_id)
        return ok({ comment: presentComment(view) })
      },
      { optionalAccess: { scope: 'workouts:read' }, params: commentParams },
    )
    .patch(
      '/comments/:comment_short_id',
      async ({ caller, params, body }) => {
        const view = await editComment(ctx, caller, params.comment_short_id, body)
        return ok({ comment: presentComment(view) })
      },
      { access: { scope: 'workouts:write' }, params: commentParams, body: commentEdit },
    )
    .delete(
      '/comments/:comment_short_id',
      async ({ caller, params }) => {
        await removeComment(ctx, caller, params.comment_short_id)
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: commentParams },
    )
    .post(
      '/comments/:comment_short_id/like',
      async ({ caller, params }) => {
        const view = await likeComment(ctx, caller, params.comment_short_id)
        return ok({ comment: presentComment(view) })
      },
      { access: { scope: 'workouts:write' }, params: commentParams },
    )
    .post(
      '/comments/:comment_short_id/like/undo',
      async ({ caller, params }) => {
        const view = await unlikeComment(ctx, caller, params.comment_short_id)
        return ok({ comment: presentComment(view) })
      },
      { access: { scope: 'workouts:write' }, params: commentParams },
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
      { optionalAccess: { scope: 'workouts:read' }, params: commentParams, query: likesQuery },
    )
