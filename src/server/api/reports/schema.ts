import { t } from 'elysia'
import { validatedLater } from '@/server/http/documented-input'
import { actionFields } from '@/server/http/parameters/action-fields'
import { flagParam, pageParam, textParam, wordParam } from '@/server/http/parameters/query-params'
import { text, writing } from '@/server/responses/fields'
import { REPORTED_TYPES, type ReportedType } from '@/store/db/schema/columns'

export const reportParams = t.Object({
  report_id: t.Integer({ description: 'Number of the report.' }),
})

export const reportListQuery = t.Object({
  page: pageParam,
  object_type: wordParam(REPORTED_TYPES, 'Only reports about objects of this type.'),
  order_by: wordParam(['created_at', 'updated_at'], '`created_at` by default.'),
  order: wordParam(['asc', 'desc'], '`desc` by default.'),
  reporter: textParam('Only reports of this user.'),
  reported_user: textParam('Only reports about this user or what they wrote.'),
  assignee: textParam('Only reports assigned to this moderator.'),
  assigned: flagParam('Only assigned ones, or only those assigned to nobody; both by default.'),
  by_moderator: flagParam(
    'Only those that sanctions of moderators created, or only those of others; both by default.',
  ),
  resolved: flagParam('Only resolved ones, or only those that are open; both by default.'),
  with_waiting_appeal: flagParam('Only those with an appeal that waits for a decision.'),
})

const words = (description: string) => t.String({ minLength: 1, description })

export const newReport = t.Object({
  note: writing('What is wrong, for the moderators.'),
  object_id: words('Short id of the comment or workout, or the username.'),
  // NOTE not `t.UnionEnum`: Elysia would use its first value as the default.
  object_type: t.Unsafe<ReportedType>(t.Union(REPORTED_TYPES.map((type) => t.Literal(type)))),
})

/** A moderator's note on a report, optionally with a change of its state. */
export const reportEdit = t.Object({
  notes: t.Optional(writing('The note; required under this name or `comment`.')),
  comment: t.Optional(writing('Alias of `notes`.')),
  resolved: t.Optional(t.Boolean({ description: '`true` resolves, `false` reopens.' })),
})

/** A moderator's action on a report. The use case validates the values that have their own error messages. */
export const newAction = t.Object({
  ...actionFields,
  username: t.Optional(validatedLater(text('The reported user; for actions on accounts.'))),
  comment_id: t.Optional(validatedLater(text('Short id; for actions on comments.'))),
  workout_id: t.Optional(validatedLater(text('Short id; for actions on workouts.'))),
})

/** The moderator to be responsible for a report. */
export const reportAssignment = t.Object({
  username: t.Union([t.Null(), words('Username of an active moderator; null for nobody.')]),
})
