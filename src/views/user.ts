import { hasRole, type Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { loadCompactUsers } from '@/db/queries/compact-users'
import { loadLatestSuspensions } from '@/db/queries/report-actions'
import { listAllSports, listSportPreferencesOf } from '@/db/queries/sports'
import { loadUserTies } from '@/db/queries/user-ties'
import { loadUsers } from '@/db/queries/users'
import { loadWorkoutTotals } from '@/db/queries/workout-sums'
import type { IdPage } from '@/db/sql'
import { shownRecords } from '@/policy/records'
import { sportDisplays } from '@/policy/sport-display'
import { userSight } from '@/policy/user'
import { loadRecordsOfUsers } from './records'

type Reader = Pick<AppContext, 'db'>

/** Accounts as the visitor sees them wherever they are named; the number of queries does not depend on how many. */
export async function loadSeenUsers(ctx: Reader, visitor: Visitor, ids: readonly number[]) {
  const users = await loadCompactUsers(ctx.db, ids)
  const ties = visitor ? await loadUserTies(ctx.db, visitor.userId, [...users.keys()]) : new Map()
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
      const sight = userSight(visitor, user.id)
      return [
        user.id,
        {
          user,
          sight,
          ties: ties.get(user.id),
          suspensionReportId: sight.suspensionReport
            ? suspensions.get(user.id)?.report_id
            : undefined,
        },
      ]
    }),
  )
}

/** One page of accounts as the visitor sees them wherever they are named. */
export async function loadUserPage(ctx: Reader, visitor: Visitor, { ids, total }: IdPage) {
  const seen = await loadSeenUsers(ctx, visitor, ids)
  return { users: ids.flatMap((id) => seen.get(id) ?? []), total }
}

/** Accounts with everything lists tell about them, in the order of their ids as given. */
export async function loadUserViews(ctx: Reader, visitor: Visitor, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { db } = ctx
  const seen = await loadSeenUsers(ctx, visitor, ids)
  const users = await loadUsers(db, ids)
  const totals = await loadWorkoutTotals(db, ids)
  const sports = await listAllSports(db)
  const preferences = Map.groupBy(await listSportPreferencesOf(db, ids), (row) => row.user_id)
  const records = await loadRecordsOfUsers(ctx, visitor, [...seen.keys()])
  return ids.flatMap((id) => {
    const [one, user, sums] = [seen.get(id), users.get(id), totals.get(id)]
    if (!one || !user || !sums) return []
    const displays = sportDisplays(sports, preferences.get(id) ?? [])
    return [
      { seen: one, user, totals: sums, records: shownRecords(records.get(id) ?? [], displays) },
    ]
  })
}
