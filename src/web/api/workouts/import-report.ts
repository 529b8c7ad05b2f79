import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { api, unwrap } from '@/web/api/client/client'
import { download } from '@/web/api/client/download'
import { toServerPath } from '@/web/api/client/server-path'
import { getRequestHeaders } from '@/web/api/client/stored-token'
import { parseReport, type ReportEntry } from './report-entries'

/** The result for every file of a finished import. */
export const importReportQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['upload-task', taskId, 'report'],
    queryFn: () => fetchReport(taskId),
  })

async function fetchReport(taskId: string): Promise<ReportEntry[]> {
  const url = toServerPath(`/api/workouts/upload-tasks/${taskId}/report`)
  const response = await fetch(url, { headers: getRequestHeaders() }).catch(() => null)
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, await response?.json().catch(() => null))
  return parseReport(await response.text())
}

/** Downloads the report of an import. */
export const downloadReport = (taskId: string): Promise<void> =>
  download(`/api/workouts/upload-tasks/${taskId}/report`, `import-${taskId}.csv`)

/** Numbers of workouts that undoing an import deleted, restored to their previous recording, and left unchanged. */
export type UndoResult = { removed: number; restored: number; left: number }

/** Undoes an import. */
export async function undoImport(taskId: string): Promise<UndoResult> {
  const routes = api.workouts['upload-tasks']({ task_short_id: taskId })
  const { removed, restored, left } = await unwrap(routes.undo.post())
  return { removed, restored, left }
}
