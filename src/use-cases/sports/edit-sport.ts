import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { toSqlBool } from '@/db/columns'
import { listUsedSportIds, updateSport } from '@/db/queries/sports'
import { transact } from '@/db/transact'
import { notFoundInList } from '@/errors'
import { withPreferences } from './read-sports'

export interface SportChanges {
  /** Whether users may choose the sport. */
  is_active: boolean
}

/** @throws 404 with an empty list when there is no such sport. */
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
