import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { sessions } = api.auth

/** A session of the account. */
export type Session = ResponseData<typeof sessions.get>['data']['sessions'][number]

const KEY = ['sessions']
const PAGE_SIZE = '5'

/** The sessions of the account, newest first, page by page. */
export const sessionsQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: ({ pageParam }) =>
    unwrap(sessions.get({ query: { page: String(pageParam), per_page: PAGE_SIZE } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Ends a session. */
export async function revokeSession(id: number): Promise<void> {
  await unwrap(sessions({ session_id: id }).delete())
}

/** Ends all sessions except that of this page. */
export async function revokeOtherSessions(): Promise<void> {
  await unwrap(sessions.delete())
}

/** Ends the sessions that are not in the list, because they were started by an earlier release of the server. */
export async function revokeOlderSessions(): Promise<void> {
  await unwrap(sessions.older.delete())
}

/** Marks the list of sessions as stale. */
export const refreshSessions = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: KEY })
