import type { Selectable } from 'kysely'
import type { Db } from '@/db/open'
import { anyOf } from '@/db/sql'
import type { UsersTable } from '@/db/tables.gen'

/** An account as it is embedded in other objects, with its counts. */
export type CompactUserRow = Pick<
  Selectable<UsersTable>,
  | 'id'
  | 'username'
  | 'email'
  | 'role'
  | 'is_active'
  | 'created_at'
  | 'picture'
  | 'suspended_at'
  | 'hr_visibility'
  | 'calories_visibility'
> & { followers: number; following: number; nb_workouts: number }

/** Accounts by id; `followers` and `following` count approved follows of accounts that are not suspended. */
export async function loadCompactUsers(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, CompactUserRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.role',
      'users.is_active',
      'users.created_at',
      'users.picture',
      'users.suspended_at',
      'users.hr_visibility',
      'users.calories_visibility',
    ])
    .select((eb) => [
      eb
        .selectFrom('follows')
        .innerJoin('users as other', 'other.id', 'follows.follower_id')
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .whereRef('follows.followed_id', '=', 'users.id')
        .where('follows.state', '=', 'approved')
        .where('other.suspended_at', 'is', null)
        .as('followers'),
      eb
        .selectFrom('follows')
        .innerJoin('users as other', 'other.id', 'follows.followed_id')
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .whereRef('follows.follower_id', '=', 'users.id')
        .where('follows.state', '=', 'approved')
        .where('other.suspended_at', 'is', null)
        .as('following'),
      eb
        .selectFrom('workouts')
        .select((sub) => sub.fn.countAll<number>().as('count'))
        .whereRef('workouts.user_id', '=', 'users.id')
        .as('nb_workouts'),
    ])
    .where('users.id', 'in', anyOf(new Set(ids)))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        followers: row.followers ?? 0,
        following: row.following ?? 0,
        nb_workouts: row.nb_workouts ?? 0,
      },
    ]),
  )
}
