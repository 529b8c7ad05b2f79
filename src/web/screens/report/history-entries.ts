import type { ReportAction, ReportDetail } from '@/web/api/reports'

type Note = ReportDetail['comments'][number]

/** Something that happened to a report. */
export type HistoryEntry = { at: string; note: Note } | { at: string; action: ReportAction }

/** Notes and decisions in the order in which they were made. */
export function historyOf({
  comments,
  report_actions,
}: Pick<ReportDetail, 'comments' | 'report_actions'>): HistoryEntry[] {
  const entries: HistoryEntry[] = [
    ...comments.map((note) => ({ at: note.created_at, note })),
    ...report_actions.map((action) => ({ at: action.created_at, action })),
  ]
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
