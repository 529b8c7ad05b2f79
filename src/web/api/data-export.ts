import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { api, type DataOf, dataOf, requestHeaders } from './client'

const { account } = api.auth

/** An archive of all own data, or the request for one. */
export type DataExport = NonNullable<DataOf<typeof account.export.get>['request']>

const POLL_MS = 2000

const isOngoing = (task: DataExport | null | undefined): boolean =>
  task?.status === 'queued' || task?.status === 'in_progress'

/** The latest export of the account; asked for again while it is made. */
export const exportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: async () => (await dataOf(account.export.get())).request,
  refetchInterval: ({ state }) => (isOngoing(state.data) ? POLL_MS : false),
})

/** Asks for an archive of all own data. */
export async function requestExport(): Promise<void> {
  await dataOf(account.export.request.post())
}

/**
 * Fetches the archive and hands it to the browser's downloads; the session cannot travel in a plain link.
 *
 * @throws ApiError with the server's words, or with status 0 when there was no answer
 */
export async function downloadExport(name: string): Promise<void> {
  const path = `/api/auth/account/export/${encodeURIComponent(name)}`
  const response = await fetch(path, { headers: requestHeaders() }).catch(() => null)
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, await response?.json().catch(() => null))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
