import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'
import type { ReportAction } from './reports'

const memberRoutes = (username: string) => api.users({ user_name: username })

type NoteRoutes = ReturnType<typeof memberRoutes>['moderation-notes']

/** A note of a moderator about a member. */
export type MemberNote = ResponseData<NoteRoutes['get']>['notes'][number]
/** A comment among the recent content of a member. */
export type RecentComment = ResponseData<
  ReturnType<typeof memberRoutes>['recent-content']['get']
>['comments'][number]

const KEY = ['moderation']

/** The newest public workouts and comments of a member. */
export const recentContentQuery = (username: string) =>
  queryOptions({
    queryKey: [...KEY, 'content', username],
    queryFn: () => unwrap(memberRoutes(username)['recent-content'].get()),
  })

/** Moderators' notes about a member, newest first, page by page. */
export const memberNotesQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'notes', username],
    queryFn: ({ pageParam }) =>
      unwrap(
        memberRoutes(username)['moderation-notes'].get({ query: { page: String(pageParam) } }),
      ),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

/** Adds a note about a member. */
export async function addMemberNote(username: string, text: string): Promise<void> {
  await unwrap(memberRoutes(username)['moderation-notes'].post({ text }))
}

/** Deletes a note about a member. */
export async function deleteMemberNote(username: string, id: number): Promise<void> {
  await unwrap(memberRoutes(username)['moderation-notes']({ note_id: id }).delete())
}

/** The names of the accounts to which reports can be assigned. */
export const moderatorsQuery = queryOptions({
  queryKey: [...KEY, 'moderators'],
  queryFn: async () => (await unwrap(api.reports.moderators.get())).moderators,
})

/** Makes a moderator responsible for a report; null ends the assignment. */
export async function assignReport(id: number, username: string | null): Promise<void> {
  await unwrap(api.reports({ report_id: id }).assignee.put({ username }))
}

/** The sanctions whose appeals wait for a decision, page by page. */
export const waitingAppealsQuery = infiniteQueryOptions({
  queryKey: ['reports', 'appeals'],
  queryFn: ({ pageParam }) => unwrap(api.appeals.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** A sanction without a report. */
export interface SanctionInput {
  action_type: ReportAction['action_type']
  reason: string | null
  /** The comment or workout that it is about. */
  content?: { type: 'comment' | 'workout'; id: string } | undefined
}

/** Warns or suspends a member or their content, or reactivates. */
export async function sanctionMember(
  username: string,
  { content, ...input }: SanctionInput,
): Promise<void> {
  await unwrap(
    memberRoutes(username).sanctions.post({
      ...input,
      ...(content?.type === 'comment' && { comment_id: content.id }),
      ...(content?.type === 'workout' && { workout_id: content.id }),
    }),
  )
}

/** Names of the queries whose data a decision of a moderator changes. */
const DECIDED = ['comments', 'moderation', 'people', 'reports', 'timeline', 'workout']

/** Marks everything that a decision of a moderator changes as stale. */
export const refreshModeration = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [name] }) => DECIDED.some((one) => one === name),
  })
