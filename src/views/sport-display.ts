import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { listAllSports, listSportPreferences } from '@/db/queries/sports'
import { type SportDisplay, sportDisplays } from '@/policy/sport-display'

/** How the visitor sees each sport, by sport id. */
export async function loadSportDisplays(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
): Promise<Map<number, SportDisplay>> {
  const sports = await listAllSports(ctx.db)
  const preferences = visitor ? await listSportPreferences(ctx.db, visitor.userId) : []
  return sportDisplays(sports, preferences)
}
