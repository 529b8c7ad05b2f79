import { queryOptions } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { download } from './download'

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

/** Asks for an archive of all own data, if wanted with the analysis of all recordings. */
export async function requestExport(withAnalysis: boolean): Promise<void> {
  const query = withAnalysis ? { analysis: 'true' } : {}
  await dataOf(account.export.request.post(undefined, { query }))
}

/** Fetches the archive. */
export const downloadExport = (name: string): Promise<void> =>
  download(`/api/auth/account/export/${encodeURIComponent(name)}`, name)
