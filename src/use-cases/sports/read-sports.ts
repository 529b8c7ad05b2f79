import { notFoundInList } from '@/lib/errors'
import type { Caller, Visitor } from '@/policy/caller'
import { canSeeUsage } from '@/policy/instance'
import type { AppContext } from '@/services/context'
import { loadDefaultEquipments } from '@/store/db/queries/catalogue/equipments'
import {
  findSport,
  listAllSports,
  listSportPreferences,
  listUsedSportIds,
  type SportRow,
} from '@/store/db/queries/catalogue/sports'

/** Which sports to list, and what about them. */
export interface SportListOptions {
  /** Whether to say which ones are in use; only for administrators. */
  checkWorkouts: boolean
  /** Whether to include sports of the catalogue that are not yet used on this server. */
  includesUnused: boolean
}

/** Returns the sports with the visitor's preferences. */
export async function listSports(
  ctx: AppContext,
  visitor: Visitor,
  { checkWorkouts, includesUnused }: SportListOptions,
) {
  const used = checkWorkouts && canSeeUsage(visitor) ? await listUsedSportIds(ctx.db) : undefined
  const all = await listAllSports(ctx.db)
  const sports = includesUnused ? all : all.filter(({ is_listed }) => is_listed === 1)
  return withPreferences(ctx, visitor, { sports, used })
}

/** Returns a sport with the caller's preferences. @throws 404 with an empty list when there is no such sport. */
export async function getSport(ctx: AppContext, caller: Caller, id: number) {
  const sport = await findSport(ctx.db, id)
  if (!sport) throw notFoundInList('sports')
  return withPreferences(ctx, caller, { sports: [sport], used: undefined })
}

export async function withPreferences(
  ctx: AppContext,
  visitor: Visitor,
  { sports, used }: { sports: readonly SportRow[]; used: Set<number> | undefined },
) {
  const preferences = visitor ? await listSportPreferences(ctx.db, visitor.userId) : []
  const equipments = visitor ? await loadDefaultEquipments(ctx.db, visitor.userId) : new Map()
  return sports.map((sport) => ({
    sport,
    preference: preferences.find(({ sport_id }) => sport_id === sport.id),
    defaultEquipments: equipments.get(sport.id) ?? [],
    hasWorkouts: used?.has(sport.id),
  }))
}
