import { isCustomSport } from '@/domain/reference/base-sport'
import { invalidPayload, notFoundInList } from '@/lib/errors'
import type { Visitor } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { findSport, listUsedSportIds, updateSport } from '@/store/db/queries/catalogue/sports'
import { toSqlBool } from '@/store/db/schema/columns'
import { requireAppearance, type SportAppearance } from './custom-sport'
import { withPreferences } from './read-sports'

/** Changes to a sport; the appearance only of custom ones. */
export interface SportChanges extends SportAppearance {
  /** Whether users may select the sport. */
  is_active?: boolean
}

/**
 * Activates or deactivates a sport, or changes how a custom one looks. Activating adds it to the list of sports.
 *
 * @throws 404 with an empty list when there is no such sport; 400 when there is no change, or it is invalid.
 */
export async function editSport(
  ctx: AppContext,
  visitor: Visitor,
  change: { id: number } & SportChanges,
) {
  const { id, is_active, ...appearance } = change
  // For a sport of the catalogue, the contract knows no other key, and ignores unknown ones.
  const isAppearanceChanged =
    isCustomSport(id) && Object.values(appearance).some((value) => value !== undefined)
  if (is_active === undefined && !isAppearanceChanged) throw invalidPayload()
  const sport = await transact(ctx, async (tx) => {
    const former = await findSport(tx.db, id)
    if (!former) throw notFoundInList('sports')
    await recordAudit(tx, visitor ?? 'command', 'sport_changed', {
      details: { sport: former.label, keys: changedKeys(change) },
    })
    return updateSport(tx.db, id, {
      ...(isAppearanceChanged && (await requireAppearance(tx, appearance, former))),
      ...(is_active !== undefined && { is_active: toSqlBool(is_active) }),
      ...(is_active === true && { is_listed: toSqlBool(true) }),
    })
  })
  if (!sport) throw notFoundInList('sports')
  return withPreferences(ctx, visitor, { sports: [sport], used: await listUsedSportIds(ctx.db) })
}

const changedKeys = ({ id, ...change }: { id: number } & SportChanges) =>
  Object.entries(change).flatMap(([key, value]) => (value === undefined ? [] : [key]))
