import type { Visitor } from '@/policy/caller'
import { type SportDisplays, sportDisplays } from '@/policy/sport-display'
import type { AppContext } from '@/services/context'
import { listAllSports, listSportPreferences } from '@/store/db/queries/catalogue/sports'

/** Returns how the visitor prefers to see each sport. */
export async function loadSportDisplays(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
): Promise<SportDisplays> {
  const sports = await listAllSports(ctx.db)
  const preferences = visitor ? await listSportPreferences(ctx.db, visitor.userId) : []
  return sportDisplays(sports, preferences)
}
