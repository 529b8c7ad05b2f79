import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'

const { users } = api

/** An account as administrators see it in the list of all accounts. */
export type Member = ResponseData<typeof users.get>['data']['users'][number]

/** Values of `order_by` for the list of all accounts. */
export const MEMBER_ORDERS = [
  'username',
  'created_at',
  'workouts_count',
  'role',
  'is_active',
  'suspended_at',
  'last_seen',
  'storage',
] as const
export type MemberOrder = (typeof MEMBER_ORDERS)[number]

/** Search text, filters and order of the list of accounts, as in the URL of the screen. */
export interface MemberFilters {
  /** Part of the username or email address. */
  q?: string | undefined
  role?: string | undefined
  /** `active`, `inactive` or `suspended`. */
  state?: string | undefined
  order_by?: string | undefined
  order?: string | undefined
}

/** Changes that an administrator can make to an account. */
export interface MemberChanges {
  activate?: boolean
  role?: string
  new_email?: string
  reset_password?: true
  end_sessions?: true
  disable_two_factor?: true
  /** 0 means no limit, and null that the quota of the server applies. */
  quota_bytes?: number | null
  /** The password of the administrator, for the role `admin`. */
  password?: string
}

const KEY = ['members']
const PAGE_SIZE = '20'
const ALL_ACCOUNTS = {
  with_hidden_users: 'true',
  with_inactive: 'true',
  with_suspended: 'true',
  with_emails: 'true',
  with_usage: 'true',
}

/** All accounts of this server, page by page, including hidden, inactive and suspended ones. */
export const membersQuery = (filters: MemberFilters) =>
  infiniteQueryOptions({
    queryKey: [...KEY, filters],
    queryFn: ({ pageParam }) =>
      unwrap(
        users.get({
          query: {
            ...ALL_ACCOUNTS,
            order_by: 'created_at',
            order: 'desc',
            ...definedFilters(filters),
            page: String(pageParam),
            per_page: PAGE_SIZE,
          },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: getNextPage,
  })

const definedFilters = (filters: MemberFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value))

/** Changes another user's account. */
export async function changeMember(username: string, changes: MemberChanges): Promise<void> {
  await unwrap(users({ user_name: username }).patch({ ...changes }))
}

/** Deletes another user's account with all its data. */
export async function deleteMember(username: string): Promise<void> {
  await unwrap(users({ user_name: username }).delete())
}

/** Marks cached account data as stale: the list, the profiles and the server statistics. */
export async function refreshMembers(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: ['people'] }),
    client.invalidateQueries({ queryKey: ['server'] }),
  ])
}
