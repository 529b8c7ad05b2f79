import type { Visitor } from '@/policy/caller'
import { countWaitingByReport } from '@/store/db/queries/social/appeals'
import { loadComments } from '@/store/db/queries/social/comments'
import {
  listActionsOfReports,
  listWarnedReports,
  type ReportActionRow,
} from '@/store/db/queries/social/report-actions'
import { listReportNotes, loadReports, type ReportRow } from '@/store/db/queries/social/reports'
import { loadListedWorkouts } from '@/store/db/queries/workouts/workouts'
import { loadCommentViews } from './comment'
import type { PhotoDeps } from './photo'
import type { PublicDeps } from './public-version'
import { loadActionViews } from './sanction'
import { loadSeenUsers } from './user'
import { loadListViews } from './workout'

type Deps = PhotoDeps & PublicDeps

/** An id in a nullable column. */
type OptionalId = number | null

const present = (ids: readonly OptionalId[]) => [...new Set(ids)].filter((id) => id !== null)

/**
 * Loads the views of reports for a moderator, with the reported content. The number of queries does not depend on the
 * number of reports.
 */
export async function loadReportViews(ctx: Deps, visitor: Visitor, reports: readonly ReportRow[]) {
  if (reports.length === 0) return []
  const people = await loadPeople(
    ctx,
    visitor,
    reports.flatMap((row) => [
      ...[row.reported_by, row.reported_user_id, row.resolved_by],
      row.assigned_to,
    ]),
  )
  const ids = reports.map(({ id }) => id)
  const warned = await listWarnedReports(ctx.db, ids)
  const appeals = await countWaitingByReport(ctx.db, ids)
  const content = await loadReportedContent(ctx, visitor, reports)
  return reports.map((report) => ({
    report,
    reporter: people(report.reported_by),
    reportedUser: people(report.reported_user_id),
    resolver: people(report.resolved_by),
    assignee: people(report.assigned_to),
    isUserWarned: warned.has(report.id),
    waitingAppeals: appeals.get(report.id) ?? 0,
    comment: content.comment(report),
    workout: content.workout(report),
  }))
}

/**
 * Loads what reports are about. Moderators review reported workouts as a whole, but the map and the analysis of a workout
 * that no user has reported only as far as they may see them anyway.
 */
async function loadReportedContent(ctx: Deps, visitor: Visitor, reports: readonly ReportRow[]) {
  const [own, others] = [1, 0].map((isByModerator) =>
    reports.filter(({ is_by_moderator }) => is_by_moderator === isByModerator),
  )
  const idsOf = (rows: readonly ReportRow[] = []) => rows.map((row) => row.reported_workout_id)
  const reviewed = await loadContent(ctx, visitor, {
    commentIds: reports.map(({ reported_comment_id }) => reported_comment_id),
    workoutIds: idsOf(others),
    inReport: true,
  })
  const shown = await loadContent(ctx, visitor, {
    commentIds: [],
    workoutIds: idsOf(own),
    inReport: false,
  })
  return {
    comment: (report: ReportRow) => reviewed.comment(report.reported_comment_id),
    workout: (report: ReportRow) =>
      (report.is_by_moderator ? shown : reviewed).workout(report.reported_workout_id),
  }
}

/** Loads the view of a report with its actions and notes. */
export async function loadReportDetail(ctx: Deps, visitor: Visitor, report: ReportRow) {
  const [view] = await loadReportViews(ctx, visitor, [report])
  if (!view) throw new Error('no view for a report that exists')
  const actions = await listActionsOfReports(ctx.db, [report.id])
  const notes = await listReportNotes(ctx.db, report.id)
  const people = await loadPeople(
    ctx,
    visitor,
    notes.map(({ user_id }) => user_id),
  )
  return {
    ...view,
    actions: await loadActionViews(ctx, visitor, actions),
    notes: notes.flatMap((note) => {
      const author = people(note.user_id)
      return author === null ? [] : [{ note, author }]
    }),
  }
}

/** Loads the views of actions with the content concerned, as the visitor may see it. */
export async function loadDetailedActionViews(
  ctx: Deps,
  visitor: Visitor,
  actions: readonly ReportActionRow[],
) {
  if (actions.length === 0) return []
  const views = await loadActionViews(ctx, visitor, actions)
  const reports = await loadReports(ctx.db, present(actions.map(({ report_id }) => report_id)))
  const content = await loadContent(ctx, visitor, {
    commentIds: actions.map(({ comment_id }) => comment_id),
    workoutIds: actions.map(({ workout_id }) => workout_id),
    inReport: false,
  })
  return views.flatMap((view) => {
    const report = reports.get(view.action.report_id)
    if (!report) return []
    return [
      {
        ...view,
        about: report.object_type,
        comment: content.comment(view.action.comment_id),
        workout: content.workout(view.action.workout_id),
      },
    ]
  })
}

async function loadPeople(ctx: Deps, visitor: Visitor, ids: readonly OptionalId[]) {
  const seen = await loadSeenUsers(ctx, visitor, present(ids))
  return (id: OptionalId) => (id === null ? null : (seen.get(id) ?? null))
}

async function loadContent(
  ctx: Deps,
  visitor: Visitor,
  wanted: {
    commentIds: readonly OptionalId[]
    workoutIds: readonly OptionalId[]
    inReport: boolean
  },
) {
  const { inReport } = wanted
  const comments = await loadCommentViews(ctx, visitor, {
    rows: [...(await loadComments(ctx.db, present(wanted.commentIds))).values()],
    inReport,
  })
  const workouts = await loadListViews(ctx, visitor, {
    rows: [...(await loadListedWorkouts(ctx.db, present(wanted.workoutIds))).values()],
    inReport,
  })
  return {
    comment: (id: OptionalId) => comments.find(({ comment }) => comment.id === id) ?? null,
    workout: (id: OptionalId) => workouts.find(({ workout }) => workout.id === id) ?? null,
  }
}
