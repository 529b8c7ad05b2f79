import { t } from 'elysia'
import { REPORTED_TYPES } from '@/db/columns'

export const reportParams = t.Object({ report_id: t.Integer() })

export const reportListQuery = t.Object({
  page: t.Optional(t.String()),
  /** `comment`, `user` or `workout`. */
  object_type: t.Optional(t.String()),
  /** `created_at` by default, or `updated_at`. */
  order_by: t.Optional(t.String()),
  /** `desc` by default, or `asc`. */
  order: t.Optional(t.String()),
  /** Username. */
  reporter: t.Optional(t.String()),
  /** `true` or `false`. */
  resolved: t.Optional(t.String()),
})

const text = t.String({ minLength: 1 })

export const newReport = t.Object({
  note: text,
  /** Short id of a comment or workout, or a username. */
  object_id: text,
  object_type: t.Union(REPORTED_TYPES.map((type) => t.Literal(type))),
})

/** A moderator's note on a report, which may change its state. */
export const reportEdit = t.Object({
  notes: t.Optional(text),
  /** Another name of `notes`. */
  comment: t.Optional(text),
  resolved: t.Optional(t.Boolean()),
})

/** What a moderator does about a report. Values whose refusal has a text of its own are judged by the service. */
export const newAction = t.Object({
  action_type: t.String({ minLength: 1 }),
  reason: t.Optional(t.Union([t.Null(), t.String()])),
  /** For actions on accounts: the reported user. */
  username: t.Optional(t.Unknown()),
  /** For actions on comments. */
  comment_id: t.Optional(t.Unknown()),
  /** For actions on workouts. */
  workout_id: t.Optional(t.Unknown()),
})
