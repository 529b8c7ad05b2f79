import { t } from 'elysia'
import { judgedLater } from '@/http/accepted'
import { okAnswer } from '@/http/envelope'
import { operations } from '@/http/operation'
import { NO_COMMENT, NO_SANCTION, NO_WORKOUT, NOT_OWN } from '@/http/path-params'
import { appeal } from '@/present/sanction'
import { writing } from '@/present/scalars'

export const appealParams = t.Object({
  appeal_short_id: t.String({ description: 'Short id of the appeal.' }),
})

/** Judged by the use case, after it is clear that there is something to appeal against. */
export const newAppeal = judgedLater(t.Object({ text: writing('Why the decision is wrong.') }))

/** Judged by the use case, after it is clear that there is something to decide. */
export const appealDecision = judgedLater(
  t.Object({
    approved: t.Boolean({ description: '`true` takes the sanction back.' }),
    reason: writing('Why, for the user.'),
  }),
)

const appealed = okAnswer({})
const REFUSED =
  'There is no text or too much, an appeal was made before, or there is nothing to appeal against any more.'
/** What the API document tells of the routes. */
export const docs = operations({
  appealSuspension: {
    summary: 'Appeal against the suspension of the own account',
    description: 'Once.',
    answers: { 201: appealed },
    refusals: { 400: REFUSED, 404: 'The own account is not suspended.' },
  },
  appealSanction: {
    summary: 'Appeal against a sanction',
    description: 'Against a warning or a suspension, once.',
    answers: { 201: appealed },
    refusals: { 400: REFUSED, 404: NO_SANCTION },
  },
  appealCommentSuspension: {
    summary: 'Appeal against the suspension of an own comment',
    answers: { 201: appealed },
    refusals: { 400: REFUSED, 403: NOT_OWN, 404: NO_COMMENT },
  },
  appealWorkoutSuspension: {
    summary: 'Appeal against the suspension of an own workout',
    answers: { 201: appealed },
    refusals: { 400: REFUSED, 403: NOT_OWN, 404: NO_WORKOUT },
  },
  decideAppeal: {
    summary: 'Approve or reject an appeal',
    description: 'Approving takes the sanction back. The user is told either way.',
    answers: { 200: okAnswer({ appeal }) },
    refusals: {
      400: 'The body is wrong, or the sanction was taken back before.',
      403: 'Not a moderator, or the user has a higher role.',
      404: 'There is no such appeal.',
    },
  },
})
