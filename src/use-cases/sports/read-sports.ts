import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { loadDefaultEquipments } from '@/db/queries/equipments'
import {
  findSport,
  listAllSports,
  listSportPreferences,
  listUsedSportIds,
  type SportRow,
} from '@/db/queries/sports'
import { notFoundInList } from '@/errors'
import { canSeeUsage } from '@/policy/instance'

/** All sports with the visitor's preferences; administrators may ask which are in use. */
export async function listSports(ctx: AppContext, visitor: Visitor, checkWorkouts: boolean) {
  const used = checkWorkouts && canSeeUsage(visitor) ? await listUsedSportIds(ctx.db) : undefined
  return withPreferences(ctx, visitor, { sports: await listAllSports(ctx.db), used })
}

/** @throws 404 with an empty list when there is no such sport. */
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
