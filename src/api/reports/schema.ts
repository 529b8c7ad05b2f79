import { t } from 'elysia'
import { ACTION_TYPES, REPORTED_TYPES, type ReportedType } from '@/db/columns'
import { ACCEPTED, judgedLater } from '@/http/accepted'
import { flagParam, pageParam, textParam, wordParam } from '@/http/query-params'
import { oneOf, text, writing } from '@/present/scalars'

export const reportParams = t.Object({
  report_id: t.Integer({ description: 'Number of the report.' }),
})

export const reportListQuery = t.Object({
  page: pageParam,
  object_type: wordParam(REPORTED_TYPES, 'Only reports of these.'),
  order_by: wordParam(['created_at', 'updated_at'], '`created_at` by default.'),
  order: wordParam(['asc', 'desc'], '`desc` by default.'),
  reporter: textParam('Only reports of this user.'),
  resolved: flagParam('Only resolved ones, or only those that are open; both by default.'),
})

const words = (description: string) => t.String({ minLength: 1, description })

export const newReport = t.Object({
  note: writing('What is wrong with it, for the moderators.'),
  object_id: words('Short id of the comment or workout, or the username.'),
  // NOTE not `t.UnionEnum`: Elysia fills in its first word where none is given.
  object_type: t.Unsafe<ReportedType>(t.Union(REPORTED_TYPES.map((type) => t.Literal(type)))),
})

/** A moderator's note on a report, which may change its state. */
export const reportEdit = t.Object({
  notes: t.Optional(writing('The note; needed, by this name or the other.')),
  comment: t.Optional(writing('Another name of `notes`.')),
  resolved: t.Optional(t.Boolean({ description: '`true` resolves, `false` reopens.' })),
})

/** What a moderator does about a report. Values whose refusal has a text of its own are judged by the use case. */
export const newAction = t.Object({
  action_type: t.String({
    minLength: 1,
    [ACCEPTED]: oneOf(
      ACTION_TYPES.filter((type) => !type.startsWith('report_')),
      'What to do.',
    ),
  }),
  reason: t.Optional(
    t.Union([t.Null(), writing('Told to whom the action concerns.', { minLength: 0 })]),
  ),
  username: t.Optional(judgedLater(text('The reported user; for actions on accounts.'))),
  comment_id: t.Optional(judgedLater(text('Short id; for actions on comments.'))),
  workout_id: t.Optional(judgedLater(text('Short id; for actions on workouts.'))),
})
