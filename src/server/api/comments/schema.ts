import { t } from 'elysia'
import { validatedLater } from '@/server/http/documented-input'
import { operations } from '@/server/http/operation'
import { NO_COMMENT, NO_WORKOUT, NOT_OWN } from '@/server/http/parameters/path-params'
import { pageParam, perPageParam } from '@/server/http/parameters/query-params'
import { likesResponse } from '@/server/http/responses/common-responses'
import { createdResponse, EMPTY, okResponse, pageResponse } from '@/server/http/responses/envelope'
import { comment } from '@/server/responses/comment'
import { visibility, writing } from '@/server/responses/fields'

const text = writing('Plain text; `@name` mentions a user.')
/** Page sizes of comment lists. By default a page has all comments. */
export const PAGE_SIZES = { perPage: 200, max: 200 }
export const commentListQuery = t.Object({ page: pageParam, per_page: perPageParam(PAGE_SIZES) })

/** Validated by the use case, after it has found the workout. */
export const newComment = validatedLater(
  t.Object({ text, text_visibility: visibility('Who may see it.') }),
)

/** Validated by the use case, after it has found the comment and checked its author. */
export const commentEdit = validatedLater(t.Object({ text }))

const commentResponse = okResponse({ comment }, 'CommentResult')
/** Entries of the routes in the API document. */
export const docs = operations({
  listComments: {
    summary: 'List the comments on a workout',
    description: 'The comments that the caller may see, oldest first.',
    responses: { 200: pageResponse({ data: t.Object({ comments: t.Array(comment) }) }) },
    errors: { 404: NO_WORKOUT },
  },
  createComment: {
    summary: 'Comment on a workout',
    description:
      'Users mentioned with `@` are notified, and always see the comment. The visibility to other users is independent of the visibility of the workout.',
    responses: { 201: createdResponse({ comment }) },
    errors: {
      400: 'The text is missing or too long, or the visibility is unknown.',
      404: NO_WORKOUT,
    },
  },
  getComment: {
    summary: 'Get a comment',
    responses: { 200: commentResponse },
    errors: { 404: NO_COMMENT },
  },
  editComment: {
    summary: "Change the text of one of the caller's comments",
    description: 'Newly mentioned users are notified. The visibility does not change.',
    responses: { 200: commentResponse },
    errors: { 400: 'The text is missing or too long.', 403: NOT_OWN, 404: NO_COMMENT },
  },
  deleteComment: {
    summary: "Delete one of the caller's comments",
    responses: { 204: EMPTY },
    errors: { 403: NOT_OWN, 404: NO_COMMENT },
  },
  likeComment: {
    summary: 'Like a comment',
    description: 'Liking it a second time changes nothing.',
    responses: { 200: commentResponse },
    errors: { 403: 'The comment is suspended, or the token lacks permission.', 404: NO_COMMENT },
  },
  unlikeComment: {
    summary: 'Unlike a comment',
    responses: { 200: commentResponse },
    errors: { 404: NO_COMMENT },
  },
  listCommentLikes: {
    summary: 'List the users who like a comment',
    description: 'Newest like first, ten per page.',
    responses: { 200: likesResponse },
    errors: { 404: NO_COMMENT },
  },
})
