import { type Static, Type } from '@sinclair/typebox'
import { fromSqlBool, REPORTED_TYPES, type ReportedType } from '@/db/columns'
import type { ReportNoteRow, ReportRow } from '@/db/queries/reports'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import { type CommentView, comment, presentComment } from './comment'
import { presentSeenUser, presentSeenUserOrNull, type SeenUser, seenUser } from './compact-user'
import type { Wire } from './dialect'
import { listedWorkout, presentWorkoutInList } from './listed-workout'
import { type ActionView, presentAction, reportAction } from './sanction'
import { flag, nullable, numericId, oneOf, text, timestamp } from './scalars'
import type { WorkoutListView } from './workout-summary'

/** A report as a moderator sees it; accounts and content that are gone are null. */
export interface ReportView {
  report: ReportRow
  reporter: SeenUser | null
  reportedUser: SeenUser | null
  resolver: SeenUser | null
  isUserWarned: boolean
  comment: CommentView | null
  workout: WorkoutListView | null
}

/** A report with what was done about it. */
export interface ReportDetailView extends ReportView {
  actions: ActionView[]
  notes: { note: ReportNoteRow; author: SeenUser }[]
}

export const report = Type.Object(
  {
    created_at: timestamp('When it was made.'),
    id: numericId('The report.'),
    is_reported_user_warned: flag('Whether the reported user was warned because of it.'),
    note: text('What is wrong, in the words of who reports it.'),
    object_type: oneOf(REPORTED_TYPES, 'What is reported.'),
    reported_by: nullable(seenUser),
    reported_comment: nullable(comment),
    reported_user: nullable(seenUser),
    reported_workout: nullable(listedWorkout),
    resolved: flag('Whether it is done with.'),
    resolved_at: nullable(timestamp('When it was resolved last.')),
    resolved_by: nullable(seenUser),
    updated_at: nullable(timestamp('When its state changed or a note was added last.')),
  },
  {
    $id: 'Report',
    description:
      'A report in lists. `reported_user` is the reported account, or the author of the reported content; accounts and content that are gone are null.',
  },
)
export type Report = Static<typeof report>

export const presentReport = (view: ReportView, wire: Wire): Report => ({
  created_at: httpDate(view.report.created_at),
  id: view.report.id,
  is_reported_user_warned: view.isUserWarned,
  note: view.report.note,
  object_type: view.report.object_type,
  reported_by: presentSeenUserOrNull(view.reporter),
  reported_comment: commentOrNull(view.comment),
  reported_user: presentSeenUserOrNull(view.reportedUser),
  reported_workout: workoutOrNull(view.workout, wire),
  resolved: fromSqlBool(view.report.is_resolved),
  resolved_at: httpDateOrNull(view.report.resolved_at),
  resolved_by: presentSeenUserOrNull(view.resolver),
  updated_at: httpDateOrNull(view.report.updated_at),
})

const reportNote = Type.Object(
  {
    comment: text('What the moderator notes.'),
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
    comments: Type.Array(reportNote, { description: 'Notes of moderators, oldest first.' }),
    report_actions: Type.Array(reportAction, { description: 'What was done, oldest first.' }),
  },
  { $id: 'ReportDetail', description: 'A report with its notes and what was done about it.' },
)
export type ReportDetail = Static<typeof reportDetail>

export const presentReportDetail = (view: ReportDetailView, wire: Wire): ReportDetail => ({
  ...presentReport(view, wire),
  comments: view.notes.map(({ note, author }) => ({
    comment: note.comment,
    created_at: httpDate(note.created_at),
    id: note.id,
    report_id: note.report_id,
    user: presentSeenUser(author),
  })),
  report_actions: view.actions.map(presentAction),
})

/** An action with the content it is about; content that is gone is null. */
export interface WholeActionView extends ActionView {
  /** What the report is about. */
  about: ReportedType
  comment: CommentView | null
  workout: WorkoutListView | null
}

export const wholeAction = Type.Object(
  {
    ...reportAction.properties,
    comment: Type.Optional(nullable(comment)),
    workout: Type.Optional(nullable(listedWorkout)),
  },
  {
    $id: 'ReportActionWithContent',
    description:
      'What a moderator did, with the comment or workout it is about; content that is gone is null.',
  },
)
export type WholeAction = Static<typeof wholeAction>

/** A report action with what it is about: for moderators both kinds of content, else what was reported. */
export function presentWholeAction(view: WholeActionView, wire: Wire): WholeAction {
  const isForModerator = view.participants !== undefined
  return {
    ...presentAction(view),
    ...((isForModerator || view.about === 'comment') && { comment: commentOrNull(view.comment) }),
    ...((isForModerator || view.about === 'workout') && {
      workout: workoutOrNull(view.workout, wire),
    }),
  }
}

const commentOrNull = (comment: CommentView | null) =>
  comment === null ? null : presentComment(comment)

const workoutOrNull = (workout: WorkoutListView | null, wire: Wire) =>
  workout === null ? null : presentWorkoutInList(workout, wire)
