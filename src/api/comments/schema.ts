import { t } from 'elysia'
import { judgedLater } from '@/http/accepted'
import { createdAnswer, EMPTY, okAnswer, pageAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_COMMENT, NO_WORKOUT, NOT_OWN } from '@/http/path-params'
import { pageParam, perPageParam } from '@/http/query-params'
import { comment } from '@/present/comment'
import { seenUser } from '@/present/compact-user'
import { visibility, writing } from '@/present/scalars'

const text = writing('Plain text; `@name` mentions a user.')
/** Sizes of a page of comments: all of them as a rule. */
export const PAGE_SIZES = { perPage: 200, most: 200 }
export const commentListQuery = t.Object({ page: pageParam, per_page: perPageParam(PAGE_SIZES) })

/** Judged by the use case, after it is clear that the workout may be seen. */
export const newComment = judgedLater(
  t.Object({ text, text_visibility: visibility('Who may see it.') }),
)

/** Judged by the use case, after it is clear that the comment is the caller's. */
export const commentEdit = judgedLater(t.Object({ text }))

const commentAnswer = okAnswer({ comment })
/** What the API document tells of the routes. */
export const docs = operations({
  listComments: {
    summary: 'List the comments on a workout',
    description: 'Those that the caller may see, oldest first.',
    answers: { 200: pageAnswer({ data: t.Object({ comments: t.Array(comment) }) }) },
    refusals: { 404: NO_WORKOUT },
  },
  createComment: {
    summary: 'Comment on a workout',
    description:
      'Users named with `@` are told, and always see the comment. Who else sees it is chosen without regard to the visibility of the workout.',
    answers: { 201: createdAnswer({ comment }) },
    refusals: {
      400: 'The text is missing or too long, or the visibility is none.',
      404: NO_WORKOUT,
    },
  },
  getComment: {
    summary: 'Read a comment',
    answers: { 200: commentAnswer },
    refusals: { 404: NO_COMMENT },
  },
  editComment: {
    summary: 'Change the text of an own comment',
    description: 'Who is named for the first time is told; the visibility stays.',
    answers: { 200: commentAnswer },
    refusals: { 400: 'The text is missing or too long.', 403: NOT_OWN, 404: NO_COMMENT },
  },
  deleteComment: {
    summary: 'Delete an own comment',
    answers: { 204: EMPTY },
    refusals: { 403: NOT_OWN, 404: NO_COMMENT },
  },
  likeComment: {
    summary: 'Like a comment',
    description: 'Once; a second time changes nothing.',
    answers: { 200: commentAnswer },
    refusals: { 403: 'The comment is suspended; or the token may not.', 404: NO_COMMENT },
  },
  unlikeComment: {
    summary: 'Take a like of a comment back',
    answers: { 200: commentAnswer },
    refusals: { 404: NO_COMMENT },
  },
  listCommentLikes: {
    summary: 'List who likes a comment',
    description: 'The newest like first, ten on a page.',
    answers: { 200: pageAnswer({ data: t.Object({ likes: t.Array(seenUser) }) }) },
    refusals: { 404: NO_COMMENT },
  },
})
