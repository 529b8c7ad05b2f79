import { computeAverages, computeTotals } from '@/domain/statistics/figures'
import { type SportSums, sumByPeriod, sumBySport } from '@/domain/statistics/group'
import { type Period, parsePeriod, periodName } from '@/domain/statistics/periods'
import type { Sums } from '@/domain/statistics/sums'
import { badRequestAs, forbidden, invalidPayload, unknownSport, unknownUser } from '@/lib/errors'
import { parseWholeNumber } from '@/lib/text/decimal'
import { parseLocalDay } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import { type SportDisplays, sportDisplay } from '@/policy/sport-display'
import { isOwner } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { countActiveUsers, findUserByName } from '@/store/db/queries/accounts/users'
import { findSport, listUsedSportIds } from '@/store/db/queries/catalogue/sports'
import {
  collectSums,
  collectSumsSince,
  findCutoff,
} from '@/store/db/queries/workouts/collected-sums'
import { countAllWorkouts } from '@/store/db/queries/workouts/workout-statistics'
import { countWorkouts, listPeriodSums } from '@/store/db/queries/workouts/workout-totals'
import { loadSportDisplays } from '@/use-cases/views/sport-display'

/** A request for statistics. The fields are strings so that they can be validated in the order of the contract. */
export interface ByTimeQuery {
  /** First day, `YYYY-MM-DD` in the caller's time zone. */
  from?: string
  /** Last day. */
  to?: string
  /** `day`, `week` (from Sunday), `weekm` (from Monday), `month` or `year`, which is the default. */
  time?: string
  /** `total` (default) or `average`. */
  type?: string
}

/** Only the user's own statistics are accessible. @throws 404 when the username is unknown, 403 for another user. */
async function requireSelf(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  if (username === caller.username) return
  const user = await findUserByName(ctx.db, username)
  if (!user) throw unknownUser()
  if (!isOwner(caller, user.id)) throw forbidden()
}

/**
 * Returns the totals or averages of the caller's workouts by period and sport, ordered by time.
 *
 * @throws 404, 403 and 400 with the first problem, in the order of the contract.
 */
export async function getStatisticsByTime(
  ctx: AppContext,
  caller: Caller,
  { username, query }: { username: string; query: ByTimeQuery },
) {
  await requireSelf(ctx, caller, username)
  const { timezone } = caller
  const from = requireDay(query.from, timezone)?.start
  const until = requireDay(query.to, timezone)?.end
  const type = requireType(query.type ?? 'total')
  const period = requirePeriod(query.time || 'year')
  const { stats_workouts_limit: limit } = await getAppConfig(ctx.db)
  const scope = { userId: caller.userId, timezone, sportId: undefined }
  const { workouts } = await countWorkouts(ctx.db, scope)
  const cutoff = isMore(workouts, limit) ? await findCutoff(ctx.db, scope, limit) : undefined
  const sums = await collectSums(ctx.db, { ...scope, period, from, until, cutoff })
  const displays = await loadSportDisplays(ctx, caller)
  const figuresBy = <Figures>(figuresOf: (sums: Sums) => Figures) =>
    sumByPeriod(sums).map(([number, bySport]) => ({
      name: periodName(period, number),
      sports: sportFigures(bySport, figuresOf, displays),
    }))
  return type === 'total'
    ? { type, periods: figuresBy(computeTotals) }
    : { type, periods: figuresBy(computeAverages) }
}

/**
 * Returns totals and averages of the caller's workouts by sport, and the number of all workouts.
 *
 * @throws 404 when the user or sport is unknown, 403 for another user, 400 when the sport id is not a number.
 */
export async function getStatisticsBySport(
  ctx: AppContext,
  caller: Caller,
  request: { username: string; sportId: string | undefined },
) {
  await requireSelf(ctx, caller, request.username)
  const sportId = await requireSportId(ctx, request.sportId)
  const { userId, timezone } = caller
  const { stats_workouts_limit: limit } = await getAppConfig(ctx.db)
  const all = await listPeriodSums(ctx.db, { userId, sportId, period: 'all', first: 0, last: 0 })
  const workouts = all.reduce((sum, { sums }) => sum + sums.workouts, 0)
  const scope = { userId, timezone, sportId }
  const cutoff = isMore(workouts, limit) ? await findCutoff(ctx.db, scope, limit) : undefined
  const sums = cutoff ? await collectSumsSince(ctx.db, scope, cutoff) : all
  const displays = await loadSportDisplays(ctx, caller)
  const both = (sums: Sums) => ({ totals: computeTotals(sums), averages: computeAverages(sums) })
  return {
    sports: sportFigures(sumBySport(sums), both, displays),
    workouts,
  }
}

/** Whether there are more workouts than the limit, where 0 is no limit. */
const isMore = (workouts: number, limit: number) => limit > 0 && workouts > limit

/** Returns totals for the whole server. */
export async function getServerStatistics(ctx: AppContext) {
  return {
    sports: (await listUsedSportIds(ctx.db)).size,
    uploadsDirSize: await ctx.files.totalSize(),
    users: await countActiveUsers(ctx.db),
    workouts: await countAllWorkouts(ctx.db),
  }
}

const sportFigures = <Figures>(
  sums: SportSums,
  figuresOf: (sums: Sums) => Figures,
  displays: SportDisplays,
) =>
  Array.from(sums, ([sportId, ofSport]) => ({
    sportId,
    workouts: ofSport.workouts,
    figures: figuresOf(ofSport),
    display: displays.get(sportId) ?? sportDisplay(sportId, 'speed'),
  }))

function requireDay(text: string | undefined, timezone: string) {
  if (!text) return undefined
  const day = parseLocalDay(text, timezone)
  if (!day) throw invalidPayload()
  return day
}

function requireType(name: string): 'total' | 'average' {
  if (name === 'total' || name === 'average') return name
  throw badRequestAs('fail', 'invalid stats type')
}

function requirePeriod(name: string): Period {
  const period = parsePeriod(name)
  if (!period) throw badRequestAs('fail', 'invalid time period')
  return period
}

/** Parses the id of a sport. @throws 400 when it is not a number, 404 when there is no such sport */
export async function requireSportId(ctx: AppContext, text: string | undefined) {
  if (!text) return undefined
  const id = parseWholeNumber(text)
  if (id === undefined) throw invalidPayload()
  if (!(await findSport(ctx.db, id))) throw unknownSport()
  return id
}
