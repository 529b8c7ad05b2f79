import { fromSqlBool, type ReportedType } from '@/db/columns'
import type { ReportNoteRow, ReportRow } from '@/db/queries/reports'
import { httpDate, httpDateOrNull } from '@/lib/http-date'
import { type CommentView, presentComment } from './comment'
import type { Wire } from './dialect'
import { type ActionView, presentAction } from './sanction'
import { presentSeenUser, presentSeenUserOrNull, type SeenUser } from './user'
import { presentWorkoutInList, type WorkoutListView } from './workout'

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

/** The Report object of lists. */
export const presentReport = (view: ReportView, wire: Wire) => ({
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

/** The Report object of detail answers. */
export const presentReportDetail = (view: ReportDetailView, wire: Wire) => ({
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

/** The Report action object with what it is about: for moderators both kinds of content, else what was reported. */
export function presentWholeAction(view: WholeActionView, wire: Wire) {
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
