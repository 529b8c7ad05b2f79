import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, type DataOf, dataOf } from './client'
import { nextPage } from './pages'

const { users } = api

/** An account as administrators see it in the list of all. */
export type Member = DataOf<typeof users.get>['data']['users'][number]

/** What the list of all accounts can be ordered by. */
export const MEMBER_ORDERS = [
  'username',
  'created_at',
  'workouts_count',
  'role',
  'is_active',
  'suspended_at',
] as const
export type MemberOrder = (typeof MEMBER_ORDERS)[number]

/** Which accounts, in which order. */
export interface MemberSearch {
  q: string
  orderBy: MemberOrder
  descending: boolean
}

/** Changes that an administrator can make to an account. */
export interface MemberChanges {
  activate?: boolean
  role?: string
  new_email?: string
  reset_password?: true
}

const KEY = ['members']
const PAGE_SIZE = '20'
const EVERYBODY = { with_hidden_users: 'true', with_inactive: 'true', with_suspended: 'true' }

/** All accounts of this server, hidden, inactive and suspended ones too, page by page. */
export const membersQuery = ({ q, orderBy, descending }: MemberSearch) =>
  infiniteQueryOptions({
    queryKey: [...KEY, q, orderBy, descending],
    queryFn: ({ pageParam }) =>
      dataOf(
        users.get({
          query: {
            ...EVERYBODY,
            q,
            order_by: orderBy,
            order: descending ? 'desc' : 'asc',
            page: String(pageParam),
            per_page: PAGE_SIZE,
          },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** Changes somebody's account. */
export async function changeMember(username: string, changes: MemberChanges): Promise<void> {
  await dataOf(users({ user_name: username }).patch({ ...changes }))
}

/** Deletes somebody's account with everything in it. */
export async function deleteMember(username: string): Promise<void> {
  await dataOf(users({ user_name: username }).delete())
}

/** Marks what is known about accounts as stale. */
export async function refreshMembers(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: ['people'] }),
    client.invalidateQueries({ queryKey: ['server'] }),
  ])
}
