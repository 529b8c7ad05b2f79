import { unknownUser } from '@/lib/errors'
import { hasRole, type Visitor } from '@/policy/caller'
import { filterShownRecords } from '@/policy/records'
import { sportDisplays } from '@/policy/sport-display'
import { userPermissions } from '@/policy/user'
import type { AppContext } from '@/services/context'
import { findUserByName, loadUsers, type UserRow } from '@/store/db/queries/accounts/users'
import { listAllSports, listSportPreferencesOf } from '@/store/db/queries/catalogue/sports'
import { loadCompactUsers } from '@/store/db/queries/social/compact-users'
import { loadUserRelationships } from '@/store/db/queries/social/relationships'
import { loadLatestSuspensions } from '@/store/db/queries/social/report-actions'
import { loadWorkoutTotals } from '@/store/db/queries/workouts/workout-totals'
import type { IdPage } from '@/store/db/sql'
import { loadHidingRules } from './hiding-rules'
import { type PublicDeps, publicTotals } from './public-version'
import { loadRecordsOfUsers } from './records'

type Deps = Pick<AppContext, 'db'>

/** Returns an account in any state. @throws the error of `missing` when no account has this name. */
export async function requireUser(
  ctx: Deps,
  username: string,
  missing: () => Error = unknownUser,
): Promise<UserRow> {
  const user = await findUserByName(ctx.db, username)
  if (!user) throw missing()
  return user
}

/**
 * Loads accounts as short references that the visitor may see. The number of queries does not depend on the number of
 * accounts.
 */
export async function loadSeenUsers(ctx: Deps, visitor: Visitor, ids: readonly number[]) {
  const users = await loadCompactUsers(ctx.db, ids)
  const relationships = visitor
    ? await loadUserRelationships(ctx.db, visitor.userId, [...users.keys()])
    : new Map()
  const suspended = [...users.values()].filter(({ suspended_at }) => suspended_at !== null)
  const suspensions = hasRole(visitor, 'moderator')
    ? await loadLatestSuspensions(
        ctx.db,
        'user',
        suspended.map(({ id }) => id),
      )
    : new Map()
  return new Map(
    [...users.values()].map((user) => {
      const permissions = userPermissions(visitor, user.id)
      return [
        user.id,
        {
          user,
          permissions,
          relationships: relationships.get(user.id),
          suspensionReportId: permissions.suspensionReport
            ? suspensions.get(user.id)?.report_id
            : undefined,
        },
      ]
    }),
  )
}

/** Loads one page of accounts as short references. */
export async function loadUserPage(ctx: Deps, visitor: Visitor, { ids, total }: IdPage) {
  const seen = await loadSeenUsers(ctx, visitor, ids)
  return { users: ids.flatMap((id) => seen.get(id) ?? []), total }
}

/** Loads accounts with everything that lists show, in the order of `ids`. */
export async function loadUserViews(ctx: PublicDeps, visitor: Visitor, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { db } = ctx
  const seen = await loadSeenUsers(ctx, visitor, ids)
  const users = await loadUsers(db, ids)
  const totals = await loadWorkoutTotals(db, ids)
  const sports = await listAllSports(db)
  const preferences = Map.groupBy(await listSportPreferencesOf(db, ids), (row) => row.user_id)
  const userIds = [...seen.keys()]
  const records = await loadRecordsOfUsers(ctx, visitor, userIds)
  const rules = await loadHidingRules(ctx, visitor, userIds)
  return ids.flatMap((id) => {
    const [one, user, sums] = [seen.get(id), users.get(id), totals.get(id)]
    if (!one || !user || !sums) return []
    const displays = sportDisplays(sports, preferences.get(id) ?? [])
    return [
      {
        seen: one,
        user,
        totals: publicTotals(sums, rules.get(id)),
        records: filterShownRecords(records.get(id) ?? [], displays),
      },
    ]
  })
}
