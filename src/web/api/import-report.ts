import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { api, dataOf } from './client'
import { download } from './download'
import { type ReportEntry, readReport } from './report-entries'
import { requestHeaders } from './request-headers'
import { serverPath } from './server-path'

/** What became of every file of an import that has ended. */
export const reportQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['upload-task', taskId, 'report'],
    queryFn: () => fetchReport(taskId),
  })

async function fetchReport(taskId: string): Promise<ReportEntry[]> {
  const url = serverPath(`/api/workouts/upload-tasks/${taskId}/report`)
  const answer = await fetch(url, { headers: requestHeaders() }).catch(() => null)
  if (!answer?.ok) throw new ApiError(answer?.status ?? 0, await answer?.json().catch(() => null))
  return readReport(await answer.text())
}

/** Hands the report of an import to the browser's downloads. */
export const downloadReport = (taskId: string): Promise<void> =>
  download(`/api/workouts/upload-tasks/${taskId}/report`, `import-${taskId}.csv`)

/** How many workouts an undone import has removed, given their former recording again, and left as they are. */
export type Undone = { removed: number; restored: number; left: number }

/** Takes back what an import made. */
export async function undoImport(taskId: string): Promise<Undone> {
  const routes = api.workouts['upload-tasks']({ task_short_id: taskId })
  const { removed, restored, left } = await dataOf(routes.undo.post())
  return { removed, restored, left }
}
