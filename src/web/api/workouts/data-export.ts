import { queryOptions } from '@tanstack/react-query'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import { download } from '@/web/api/client/download'

const { account } = api.auth

/** A requested archive of all the user's data. */
export type DataExport = NonNullable<ResponseData<typeof account.export.get>['request']>

const POLL_MS = 2000

const isOngoing = (task: DataExport | null | undefined): boolean =>
  task?.status === 'queued' || task?.status === 'in_progress'

/** The account's latest export; polled while the server creates it. */
export const exportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: async () => (await unwrap(account.export.get())).request,
  refetchInterval: ({ state }) => (isOngoing(state.data) ? POLL_MS : false),
})

/** Requests an archive of all the user's data, optionally with the analysis of every recording. */
export async function requestExport(withAnalysis: boolean): Promise<void> {
  const query = withAnalysis ? { analysis: 'true' } : {}
  await unwrap(account.export.request.post(undefined, { query }))
}

/** Downloads the archive. */
export const downloadExport = (name: string): Promise<void> =>
  download(`/api/auth/account/export/${encodeURIComponent(name)}`, name)
