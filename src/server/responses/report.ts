import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate, formatHttpDateOrNull } from '@/lib/time/http-date'
import type { ReportCommentRow, ReportRow } from '@/store/db/queries/social/reports'
import { fromSqlBool, REPORTED_TYPES, type ReportedType } from '@/store/db/schema/columns'
import {
  presentSeenUser,
  presentSeenUserOrNull,
  type SeenUser,
  seenUser,
} from './accounts/compact-user'
import { type CommentView, comment, presentComment } from './comment'
import type { DialectFormat } from './dialect'
import { flag, nullable, numericId, oneOf, text, timestamp } from './fields'
import { type ActionView, presentAction, reportAction } from './sanction'
import { listedWorkout, presentWorkoutInList } from './workouts/listed-workout'
import type { WorkoutListView } from './workouts/workout-summary'

/** A report, for moderators. Deleted accounts and content are null. */
export interface ReportView {
  report: ReportRow
  reporter: SeenUser | null
  reportedUser: SeenUser | null
  resolver: SeenUser | null
  /** The moderator who is responsible for the report. */
  assignee: SeenUser | null
  isUserWarned: boolean
  /** Number of appeals without a decision. */
  waitingAppeals: number
  comment: CommentView | null
  workout: WorkoutListView | null
}

/** A report with its notes and actions. */
export interface ReportDetailView extends ReportView {
  actions: ActionView[]
  notes: { note: ReportCommentRow; author: SeenUser }[]
}

const waitingAppeals = Type.Integer({ description: 'Number of appeals without a decision.' })

export const openCases = Type.Object({
  unresolved: flag('Whether there are unresolved reports.'),
  unresolved_reports: Type.Integer({ description: 'Number of unresolved reports.' }),
  waiting_appeals: waitingAppeals,
})

export const presentOpenCases = (cases: {
  reports: number
  appeals: number
}): Static<typeof openCases> => ({
  unresolved: cases.reports > 0,
  unresolved_reports: cases.reports,
  waiting_appeals: cases.appeals,
})

export const report = Type.Object(
  {
    assigned_to: nullable(seenUser),
    by_moderator: flag(
      'Whether a sanction of a moderator created it, rather than a report of a user.',
    ),
    created_at: timestamp('When it was created.'),
    id: numericId('The report.'),
    is_reported_user_warned: flag('Whether the reported user was warned because of it.'),
    note: text('What is wrong, according to the reporter.'),
    object_type: oneOf(REPORTED_TYPES, 'What is reported.'),
    reported_by: nullable(seenUser),
    reported_comment: nullable(comment),
    reported_user: nullable(seenUser),
    reported_workout: nullable(listedWorkout),
    resolved: flag('Whether it is resolved.'),
    resolved_at: nullable(timestamp('When it was last resolved.')),
    resolved_by: nullable(seenUser),
    updated_at: nullable(timestamp('When its state last changed or a note was last added.')),
    waiting_appeals: waitingAppeals,
  },
  {
    $id: 'Report',
    description:
      'A report in lists. `assigned_to` is the moderator responsible for it. `reported_user` is the reported account, or the author of the reported content. Deleted accounts and content are null.',
  },
)
export type Report = Static<typeof report>

export const presentReport = (view: ReportView, dialect: DialectFormat): Report => ({
  assigned_to: presentSeenUserOrNull(view.assignee),
  by_moderator: fromSqlBool(view.report.is_by_moderator),
  created_at: formatHttpDate(view.report.created_at),
  id: view.report.id,
  is_reported_user_warned: view.isUserWarned,
  note: view.report.note,
  object_type: view.report.object_type,
  reported_by: presentSeenUserOrNull(view.reporter),
  reported_comment: commentOrNull(view.comment),
  reported_user: presentSeenUserOrNull(view.reportedUser),
  reported_workout: workoutOrNull(view.workout, dialect),
  resolved: fromSqlBool(view.report.is_resolved),
  resolved_at: formatHttpDateOrNull(view.report.resolved_at),
  resolved_by: presentSeenUserOrNull(view.resolver),
  updated_at: formatHttpDateOrNull(view.report.updated_at),
  waiting_appeals: view.waitingAppeals,
})

const reportComment = Type.Object(
  {
    comment: text('The moderator’s note.'),
    created_at: timestamp('When the moderator wrote it.'),
    id: numericId('The note.'),
    report_id: numericId('The report.'),
    user: seenUser,
  },
  { $id: 'ReportNote', description: "A moderator's note on a report, for moderators only." },
)

export const reportDetail = Type.Object(
  {
    ...report.properties,
    comments: Type.Array(reportComment, { description: 'Notes of moderators, oldest first.' }),
    report_actions: Type.Array(reportAction, {
      description: 'Actions of moderators, oldest first.',
    }),
  },
  { $id: 'ReportDetail', description: 'A report with its notes and actions.' },
)
export type ReportDetail = Static<typeof reportDetail>

export const presentReportDetail = (
  view: ReportDetailView,
  dialect: DialectFormat,
): ReportDetail => ({
  ...presentReport(view, dialect),
  comments: view.notes.map(({ note, author }) => ({
    comment: note.comment,
    created_at: formatHttpDate(note.created_at),
    id: note.id,
    report_id: note.report_id,
    user: presentSeenUser(author),
  })),
  report_actions: view.actions.map(presentAction),
})

/** An action with the affected content, which is null when it was deleted. */
export interface DetailedActionView extends ActionView {
  /** The type of the reported object. */
  about: ReportedType
  comment: CommentView | null
  workout: WorkoutListView | null
}

export const detailedAction = Type.Object(
  {
    ...reportAction.properties,
    comment: Type.Optional(nullable(comment)),
    workout: Type.Optional(nullable(listedWorkout)),
  },
  {
    $id: 'ReportActionWithContent',
    description:
      'An action of a moderator, with the affected comment or workout, which is null when it was deleted.',
  },
)
export type DetailedAction = Static<typeof detailedAction>

/**
 * A report action with the affected content: for moderators both kinds of content, otherwise only the reported kind.
 */
export function presentDetailedAction(
  view: DetailedActionView,
  dialect: DialectFormat,
): DetailedAction {
  const isForModerator = view.participants !== undefined
  return {
    ...presentAction(view),
    ...((isForModerator || view.about === 'comment') && { comment: commentOrNull(view.comment) }),
    ...((isForModerator || view.about === 'workout') && {
      workout: workoutOrNull(view.workout, dialect),
    }),
  }
}

const commentOrNull = (comment: CommentView | null) =>
  comment === null ? null : presentComment(comment)

const workoutOrNull = (workout: WorkoutListView | null, dialect: DialectFormat) =>
  workout === null ? null : presentWorkoutInList(workout, dialect)
