import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { listAllSports, listSportPreferences } from '@/db/queries/sports'
import { type SportDisplays, sportDisplays } from '@/policy/sport-display'

/** How the visitor sees each sport. */
export async function loadSportDisplays(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
): Promise<SportDisplays> {
  const sports = await listAllSports(ctx.db)
  const preferences = visitor ? await listSportPreferences(ctx.db, visitor.userId) : []
  return sportDisplays(sports, preferences)
}
