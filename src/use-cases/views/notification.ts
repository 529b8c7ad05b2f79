import type { Caller } from '@/policy/caller'
import { loadListedSegments } from '@/store/db/queries/segments/segment-search'
import { loadComments } from '@/store/db/queries/social/comments'
import type { NotificationRow } from '@/store/db/queries/social/notifications'
import { listActionsByIds } from '@/store/db/queries/social/report-actions'
import { loadReports } from '@/store/db/queries/social/reports'
import { loadTasks } from '@/store/db/queries/tasks/user-tasks'
import { loadListedWorkouts } from '@/store/db/queries/workouts/workouts'
import { loadCommentViews } from './comment'
import type { PhotoDeps } from './photo'
import type { PublicDeps } from './public-version'
import { loadDetailedActionViews, loadReportViews } from './report'
import { loadSeenUsers } from './user'
import { loadListViews } from './workout'

type Deps = PhotoDeps & PublicDeps

/**
 * Loads the views of notifications with their objects, which are null if deleted. The number of queries does not depend
 * on the number of notifications.
 */
export async function loadNotificationViews(
  ctx: Deps,
  caller: Caller,
  rows: readonly NotificationRow[],
) {
  const senders = await loadSeenUsers(ctx, caller, idsIn(rows, 'from_user_id'))
  const comments = await loadCommentsAbout(ctx, caller, rows)
  const workouts = await loadWorkoutsAbout(ctx, caller, rows)
  const segments = await loadSegmentsAbout(ctx, rows)
  const reports = await loadReportsAbout(ctx, caller, rows)
  const actions = await loadActionsAbout(ctx, caller, rows)
  const tasks = await loadTasks(ctx.db, idsIn(rows, 'task_id'))
  return rows.map((notification) => ({
    notification,
    sender: senders.get(notification.from_user_id) ?? null,
    comment: comments.get(notification.comment_id ?? 0) ?? null,
    workout: workouts.get(notification.workout_id ?? 0) ?? null,
    segment: segments.get(notification.segment_id ?? 0) ?? null,
    report: reports.get(notification.report_id ?? 0) ?? null,
    action: actions.get(notification.report_action_id ?? 0) ?? null,
    task: tasks.get(notification.task_id ?? 0) ?? null,
  }))
}

type IdColumn =
  | 'from_user_id'
  | 'comment_id'
  | 'workout_id'
  | 'segment_id'
  | 'report_id'
  | 'report_action_id'
  | 'task_id'

/** Returns the distinct ids in a column. A linear search is sufficient, since pages are short. */
function idsIn(rows: readonly NotificationRow[], column: IdColumn): number[] {
  const ids: number[] = []
  for (const { [column]: id } of rows) if (id !== null && !ids.includes(id)) ids.push(id)
  return ids
}

async function loadCommentsAbout(ctx: Deps, caller: Caller, rows: readonly NotificationRow[]) {
  const comments = await loadComments(ctx.db, idsIn(rows, 'comment_id'))
  const views = await loadCommentViews(ctx, caller, { rows: [...comments.values()] })
  return new Map(views.map((view) => [view.comment.id, view]))
}

async function loadWorkoutsAbout(ctx: Deps, caller: Caller, rows: readonly NotificationRow[]) {
  const shown = rows.filter(({ type }) => type === 'workout_like' || type === 'segment_best')
  const workouts = await loadListedWorkouts(ctx.db, idsIn(shown, 'workout_id'))
  const views = await loadListViews(ctx, caller, { rows: [...workouts.values()] })
  return new Map(views.map((view) => [view.workout.id, view]))
}

/** Needs no check of permissions: a notification about a segment is shown only while its user may see the segment. */
async function loadSegmentsAbout({ db }: Deps, rows: readonly NotificationRow[]) {
  const segments = await loadListedSegments(db, idsIn(rows, 'segment_id'))
  return new Map(segments.map((segment) => [segment.id, segment]))
}

async function loadReportsAbout(ctx: Deps, caller: Caller, rows: readonly NotificationRow[]) {
  const reports = await loadReports(ctx.db, idsIn(rows, 'report_id'))
  const views = await loadReportViews(ctx, caller, [...reports.values()])
  return new Map(views.map((view) => [view.report.id, view]))
}

async function loadActionsAbout(ctx: Deps, caller: Caller, rows: readonly NotificationRow[]) {
  const sanctions = rows.filter(({ report_id }) => report_id === null)
  const actions = await listActionsByIds(ctx.db, idsIn(sanctions, 'report_action_id'))
  const views = await loadDetailedActionViews(ctx, caller, actions)
  return new Map(views.map((view) => [view.action.id, view]))
}
