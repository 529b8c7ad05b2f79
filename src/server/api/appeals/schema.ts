import { t } from 'elysia'
import { validatedLater } from '@/server/http/documented-input'
import { operations } from '@/server/http/operation'
import { NO_COMMENT, NO_SANCTION, NO_WORKOUT, NOT_OWN } from '@/server/http/parameters/path-params'
import { okResponse, pageResponse, statusResponse } from '@/server/http/responses/envelope'
import { writing } from '@/server/responses/fields'
import { appeal, reportAction } from '@/server/responses/sanction'

export const appealParams = t.Object({
  appeal_short_id: t.String({ description: 'Short id of the appeal.' }),
})

/** Validated by the use case, after it has found the sanction. */
export const newAppeal = validatedLater(
  t.Object({ text: writing('Why the decision is wrong.') }, { $id: 'AppealBody' }),
)

/** Validated by the use case, after it has found the appeal. */
export const appealDecision = validatedLater(
  t.Object({
    approved: t.Boolean({ description: '`true` lifts the sanction.' }),
    reason: writing('Why, for the user.'),
  }),
)

const NOT_ALLOWED =
  'The text is missing or too long, there was an appeal already, or the sanction was lifted.'
/** Entries of the routes in the API document. */
export const docs = operations({
  appealSuspension: {
    summary: "Appeal against the suspension of the caller's account",
    description: 'Only one appeal is possible.',
    responses: { 201: statusResponse },
    errors: { 400: NOT_ALLOWED, 404: 'The caller’s account is not suspended.' },
  },
  appealSanction: {
    summary: 'Appeal against a sanction',
    description: 'Against a warning or a suspension. Only one appeal is possible.',
    responses: { 201: statusResponse },
    errors: { 400: NOT_ALLOWED, 404: NO_SANCTION },
  },
  appealCommentSuspension: {
    summary: "Appeal against the suspension of one of the caller's comments",
    responses: { 201: statusResponse },
    errors: { 400: NOT_ALLOWED, 403: NOT_OWN, 404: NO_COMMENT },
  },
  appealWorkoutSuspension: {
    summary: "Appeal against the suspension of one of the caller's workouts",
    responses: { 201: statusResponse },
    errors: { 400: NOT_ALLOWED, 403: NOT_OWN, 404: NO_WORKOUT },
  },
  listWaitingAppeals: {
    summary: 'List the appeals that wait for a decision',
    description: 'As the sanctions that they are against, the oldest appeal first, ten per page.',
    responses: { 200: pageResponse({ actions: t.Array(reportAction) }) },
  },
  decideAppeal: {
    summary: 'Approve or reject an appeal',
    description: 'Approving lifts the sanction. The user is notified in both cases.',
    responses: { 200: okResponse({ appeal }) },
    errors: {
      400: 'The body is invalid, or the sanction was lifted already.',
      403: 'Not a moderator, or the user is the caller or has a higher role.',
      404: 'There is no such appeal.',
    },
  },
})
