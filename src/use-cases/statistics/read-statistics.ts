import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { findSport, listUsedSportIds } from '@/db/queries/sports'
import { countActiveUsers, findUserByName } from '@/db/queries/users'
import { countAllWorkouts } from '@/db/queries/workout-statistics'
import { countWorkouts, listPeriodSums } from '@/db/queries/workout-sums'
import { badRequestAs, forbidden, invalidPayload, unknownSport, unknownUser } from '@/errors'
import { parseWholeNumber } from '@/lib/decimal'
import { parseLocalDay } from '@/lib/local-date'
import { type SportDisplays, sportDisplay } from '@/policy/sport-display'
import { isOwner } from '@/policy/visibility'
import { averagesOf, totalsOf } from '@/stats/figures'
import { type SportSums, sumByPeriod, sumBySport } from '@/stats/group'
import { type Period, parsePeriod, periodName } from '@/stats/periods'
import type { Sums } from '@/stats/sums'
import { loadSportDisplays } from '@/views/sport-display'
import { collectSums } from './collect-sums'

/** Which sums are asked for, as texts that are judged in the order of the contract. */
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

/** Only the caller's own statistics are shown. @throws 404 for an unknown name, 403 for anybody else's. */
async function requireSelf(ctx: AppContext, caller: Caller, username: string): Promise<void> {
  if (username === caller.username) return
  const user = await findUserByName(ctx.db, username)
  if (!user) throw unknownUser()
  if (!isOwner(caller, user.id)) throw forbidden()
}

/**
 * The caller's workouts summed up by period and sport, in the order of time.
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
  const { userId } = caller
  const { workouts } = await countWorkouts(ctx.db, { userId, sportId: undefined })
  const sums = await collectSums(ctx, {
    userId,
    timezone,
    sportId: undefined,
    period,
    from,
    until,
    mostRecent: isMore(workouts, limit) ? limit : undefined,
  })
  const displays = await loadSportDisplays(ctx, caller)
  const figuresBy = <Figures>(figuresOf: (sums: Sums) => Figures) =>
    sumByPeriod(sums).map(([number, bySport]) => ({
      name: periodName(period, number),
      sports: sportFigures(bySport, figuresOf, displays),
    }))
  return type === 'total'
    ? { type, periods: figuresBy(totalsOf) }
    : { type, periods: figuresBy(averagesOf) }
}

/**
 * The caller's workouts summed up by sport, and how many there are altogether.
 *
 * @throws 404 for an unknown user or sport, 403 for anybody else's statistics, 400 for a sport that is no number.
 */
export async function getStatisticsBySport(
  ctx: AppContext,
  caller: Caller,
  request: { username: string; sportId: string | undefined },
) {
  await requireSelf(ctx, caller, request.username)
  const sportId = await requireSportId(ctx, request.sportId)
  const { userId } = caller
  const { stats_workouts_limit: limit } = await getAppConfig(ctx.db)
  const all = await listPeriodSums(ctx.db, { userId, sportId, period: 'all', first: 0, last: 0 })
  const workouts = all.reduce((sum, { sums }) => sum + sums.workouts, 0)
  const sums = isMore(workouts, limit)
    ? await collectSums(ctx, {
        userId,
        timezone: caller.timezone,
        sportId,
        period: 'year',
        from: undefined,
        until: undefined,
        mostRecent: limit,
      })
    : all
  const displays = await loadSportDisplays(ctx, caller)
  const both = (sums: Sums) => ({ totals: totalsOf(sums), averages: averagesOf(sums) })
  return {
    sports: sportFigures(sumBySport(sums), both, displays),
    workouts,
  }
}

/** Whether a limit leaves any workouts out; 0 is none. */
const isMore = (workouts: number, limit: number) => limit > 0 && workouts > limit

/** Totals of the whole server. */
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

async function requireSportId(ctx: AppContext, text: string | undefined) {
  if (!text) return undefined
  const id = parseWholeNumber(text)
  if (id === undefined) throw invalidPayload()
  if (!(await findSport(ctx.db, id))) throw unknownSport()
  return id
}
