import { hasExplorerTiles } from '@/domain/reference/explorer-sports'
import { type CountryTotals, summariseVisits } from '@/domain/regions/summarise-visits'
import { periodNumbers } from '@/domain/statistics/periods'
import { invalidPayload } from '@/lib/errors'
import { parseWholeNumber } from '@/lib/text/decimal'
import { parseLocalDay } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { areRegionsPending, listRegionVisits } from '@/store/db/queries/regions/workout-regions'
import { requireSportId } from './read-statistics'

/** Selects workouts. The fields are strings so that they can be validated. */
export interface RegionsQuery {
  sport_id?: string | undefined
  year?: string | undefined
}

/**
 * Returns the countries and regions that the caller's workouts passed, of all sports with explorer tiles or of one.
 *
 * @throws 400 when the sport id or the year is not a number, 404 when the sport is unknown.
 */
export async function readRegions(
  ctx: AppContext,
  { userId, timezone }: Caller,
  query: RegionsQuery,
): Promise<{ countries: CountryTotals[]; isComplete: boolean }> {
  const sportId = await requireSportId(ctx, query.sport_id)
  const visits = await listRegionVisits(ctx.db, { userId, ...requireYear(query.year, timezone) })
  const counted = visits.filter(({ sport_id: id }) =>
    sportId === undefined ? hasExplorerTiles(id) : id === sportId && hasExplorerTiles(id),
  )
  return {
    countries: summariseVisits(counted, periodNumbers('day', timezone)),
    isComplete: !(await areRegionsPending(ctx.db, userId)),
  }
}

const [MIN_YEAR, MAX_YEAR] = [1900, 9998]

/** Returns the time of a year in a time zone; all time without one. */
function requireYear(text: string | undefined, timezone: string): { from: number; until: number } {
  if (!text) return { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER }
  const year = parseWholeNumber(text)
  if (year === undefined || year < MIN_YEAR || year > MAX_YEAR) throw invalidPayload()
  const from = parseLocalDay(`${year}-01-01`, timezone)?.start
  const until = parseLocalDay(`${year + 1}-01-01`, timezone)?.start
  if (from === undefined || until === undefined) throw invalidPayload()
  return { from, until }
}
