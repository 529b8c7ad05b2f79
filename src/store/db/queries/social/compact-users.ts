import { type Selectable, sql } from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { UsersTable } from '@/store/db/schema/tables.gen'
import { anyIn } from '@/store/db/sql'

/** An account with its counts, as embedded in other objects. */
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

const compact = cachedQuery((db, wanted: Placeholders<{ ids: string }>) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.username', 'users.email', 'users.role', 'users.is_active'])
    .select(['users.created_at', 'users.picture', 'users.suspended_at'])
    .select(['users.hr_visibility', 'users.calories_visibility'])
    .select((eb) => [
      eb.fn
        .coalesce(
          eb
            .selectFrom('follows')
            .innerJoin('users as other', 'other.id', 'follows.follower_id')
            .select((sub) => sub.fn.countAll<number>().as('count'))
            .whereRef('follows.followed_id', '=', 'users.id')
            .where('follows.state', '=', 'approved')
            .where('other.suspended_at', 'is', null),
          sql.lit(0),
        )
        .as('followers'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('follows')
            .innerJoin('users as other', 'other.id', 'follows.followed_id')
            .select((sub) => sub.fn.countAll<number>().as('count'))
            .whereRef('follows.follower_id', '=', 'users.id')
            .where('follows.state', '=', 'approved')
            .where('other.suspended_at', 'is', null),
          sql.lit(0),
        )
        .as('following'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('workout_sums')
            .select((sub) => sub.fn.sum<number>('workouts').as('count'))
            .whereRef('workout_sums.user_id', '=', 'users.id')
            .where('period', '=', 'all')
            .where('number', '=', 0),
          sql.lit(0),
        )
        .as('nb_workouts'),
    ])
    .where('users.id', 'in', anyIn<number>(wanted.ids)),
)

/** Like `loadCompactUsers`, for one account. */
export const findCompactUser = (
  db: Db,
  id: number,
): Promise<Readonly<CompactUserRow> | undefined> => compact.first(db, { ids: `[${id}]` })

/** Accounts by id; `followers` and `following` count approved follows of accounts that are not suspended. */
export async function loadCompactUsers(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Readonly<CompactUserRow>>> {
  if (ids.length === 0) return new Map()
  const rows = await compact.all(db, { ids: JSON.stringify([...new Set(ids)]) })
  return new Map(rows.map((row) => [row.id, row]))
}
