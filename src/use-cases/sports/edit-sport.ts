import { notFoundInList } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { listUsedSportIds, updateSport } from '@/store/db/queries/catalogue/sports'
import { toSqlBool } from '@/store/db/schema/columns'
import { withPreferences } from './read-sports'

export interface SportChanges {
  /** Whether users may select the sport. */
  is_active: boolean
}

/** Activates or deactivates a sport. @throws 404 with an empty list when there is no such sport. */
export async function editSport(
  ctx: AppContext,
  caller: Caller,
  change: { id: number } & SportChanges,
) {
  const columns = { is_active: toSqlBool(change.is_active) }
  const sport = await transact(ctx, ({ db }) => updateSport(db, change.id, columns))
  if (!sport) throw notFoundInList('sports')
  return withPreferences(ctx, caller, { sports: [sport], used: await listUsedSportIds(ctx.db) })
}
