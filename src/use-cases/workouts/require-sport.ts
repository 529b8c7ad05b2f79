import type { AppContext } from '@/context'
import { findSport, type SportRow } from '@/db/queries/sports'
import { badRequestAs, invalidPayload } from '@/errors'

/**
 * The sport named in the payload of a new workout, as a number or as its digits.
 *
 * @throws 400 when it is empty or unknown, or neither number nor text.
 */
export async function requireSport(
  ctx: Pick<AppContext, 'db'>,
  sportId: unknown,
): Promise<SportRow> {
  if (typeof sportId !== 'number' && typeof sportId !== 'string') throw invalidPayload()
  if (sportId === '' || sportId === 0) throw badRequestAs('invalid', 'no sport id provided')
  const id = Number(sportId)
  const sport = Number.isSafeInteger(id) ? await findSport(ctx.db, id) : undefined
  if (!sport) throw badRequestAs('invalid', `Sport id: ${sportId} does not exist`)
  return sport
}
