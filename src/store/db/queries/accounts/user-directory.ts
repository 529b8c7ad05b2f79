import { sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import { type IdPage, listIdPage, type PageRequest } from '@/store/db/sql'

/** Sort keys of the directory. */
export const DIRECTORY_ORDERS = [
  'username',
  'created_at',
  'workouts_count',
  'role',
  'is_active',
  'suspended_at',
] as const
/** Sort keys for administrators. */
export const ALL_ORDERS = [...DIRECTORY_ORDERS, 'last_seen', 'storage'] as const
export type DirectoryOrder = (typeof ALL_ORDERS)[number]

/** States of an account, of which a suspended one may be active or not. */
export const DIRECTORY_STATES = ['active', 'inactive', 'suspended'] as const
export type DirectoryState = (typeof DIRECTORY_STATES)[number]

/** Selects accounts of the directory: by default the active ones that are not hidden. */
export interface DirectoryRequest extends PageRequest {
  viewerId: number
  /** Part of the username. */
  search: string
  /** Whether to search in email addresses, too. */
  inEmails: boolean
  role: string | undefined
  state: DirectoryState | undefined
  /** Also hidden accounts that the viewer follows. */
  withFollowed: boolean
  /** Also all other hidden accounts. */
  withHidden: boolean
  withInactive: boolean
  withSuspended: boolean
  orderBy: DirectoryOrder
  order: 'asc' | 'desc'
}

const ORDERS = {
  username: sql`users.username`,
  created_at: sql`users.created_at`,
  workouts_count: sql`(select count(*) from workouts where workouts.user_id = users.id)`,
  role: sql`case users.role when 'owner' then 4 when 'admin' then 3 when 'moderator' then 2 else 1 end`,
  is_active: sql`users.is_active`,
  suspended_at: sql`users.suspended_at`,
  last_seen: sql`users.last_seen_on`,
  storage: sql`users.storage_bytes`,
}

/** Ids of one page of the matching accounts. Ties are ordered by username; accounts without a date come last. */
export const listDirectory = (db: Db, request: DirectoryRequest): Promise<IdPage> =>
  listIdPage(requested(db, request), request, (users) =>
    users
      .select('users.id')
      .orderBy(ORDERS[request.orderBy], (order) =>
        (request.order === 'asc' ? order.asc() : order.desc()).nullsLast(),
      )
      .orderBy('users.username'),
  )

const STATES = {
  active: sql<boolean>`users.is_active = 1 and users.suspended_at is null`,
  inactive: sql<boolean>`users.is_active = 0`,
  suspended: sql<boolean>`users.suspended_at is not null`,
}

const matches = ({ search, inEmails }: DirectoryRequest) => {
  const inName = sql<boolean>`instr(fold_case(users.username), fold_case(${search})) > 0`
  return inEmails
    ? sql<boolean>`(${inName} or instr(fold_case(users.email), fold_case(${search})) > 0)`
    : inName
}

const requested = (db: Db, request: DirectoryRequest) =>
  db
    .selectFrom('users')
    .$if(request.search !== '', (query) => query.where(matches(request)))
    .$if(request.role !== undefined, (query) =>
      query.where(sql<boolean>`users.role = ${request.role}`),
    )
    .$if(request.state !== undefined, (query) => query.where(STATES[request.state ?? 'active']))
    .$if(!request.withInactive, (query) => query.where('users.is_active', '=', 1))
    .$if(!request.withSuspended, (query) => query.where('users.suspended_at', 'is', null))
    .$if(!request.withHidden, (query) =>
      query.where((eb) =>
        eb.or([
          eb('users.hide_profile_in_users_directory', '=', 0),
          ...(request.withFollowed ? [followedBy(request.viewerId)] : []),
        ]),
      ),
    )

const followedBy = (viewerId: number) =>
  sql<boolean>`exists (select 1 from follows
    where follower_id = ${viewerId} and followed_id = users.id and state = 'approved')`
