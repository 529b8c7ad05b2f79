import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { listWorkoutsById, sumWorkouts, type WorkoutSums } from '@/db/queries/workout-search'
import type { WorkoutRow } from '@/db/queries/workouts'
import { roundHalfEven } from '@/lib/decimal'
import { levelSportIds, type SportDisplay } from '@/policy/sport-display'

/** Sums and means over workouts; null where there is nothing to tell, or the sport does not show it. */
export interface StatisticsBlock {
  count: number
  sports: number
  /** Kilometres. */
  distance: Both
  /** Seconds in motion. */
  duration: Both
  /** Metres. */
  ascent: Both
  descent: Both
  /** Kilometres per hour. */
  averageSpeed: number | null
  maxSpeed: number | null
  /** Seconds per kilometre. */
  averagePace: number | null
  bestPace: number | null
}

interface Both {
  total: number | null
  average: number | null
}

/** A list and its page, as far as statistics look at them. */
interface Listed {
  userId: number
  /** Of all workouts of the list, in order. */
  ids: readonly number[]
  pageRows: readonly WorkoutRow[]
  perPage: number
  /** The only sport that was asked for. */
  sportId: number | undefined
  displays: ReadonlyMap<number, SportDisplay>
}

/** Statistics over the page, and over the list up to the configured number of workouts. */
export async function loadListStatistics(ctx: AppContext, listed: Listed) {
  const { userId, ids, perPage, pageRows } = listed
  if (ids.length === 1) return both(await singleStatistics(ctx, listed))
  const isOnePage = ids.length <= perPage
  const display = contextDisplay(listed, isOnePage)
  const blockOf = async (some: readonly number[]) =>
    blockFrom(
      await sumWorkouts(ctx.db, { userId, ids: some }, { levelSports: levelSportIds() }),
      display,
    )
  const current = await blockOf(pageRows.map(({ id }) => id))
  if (isOnePage && pageRows.length === ids.length) return both(current)
  const { stats_workouts_limit: limit } = await getAppConfig(ctx.db)
  const most = limit === 0 ? ids.length : Math.max(limit, perPage)
  return { current_page: current, all: await blockOf(ids.slice(0, most)) }
}

const both = (block: StatisticsBlock) => ({ current_page: block, all: block })

/** How paces and speeds are shown: by the one sport the list is about, undefined when it is about none in particular. */
function contextDisplay(
  { sportId, pageRows, displays }: Listed,
  isOnePage: boolean,
): SportDisplay | undefined {
  if (sportId !== undefined) return displays.get(sportId)
  const sports = new Set(pageRows.map(({ sport_id }) => sport_id))
  const [only] = sports
  return isOnePage && sports.size === 1 && only !== undefined ? displays.get(only) : undefined
}

function blockFrom(sums: WorkoutSums, display: SportDisplay | undefined): StatisticsBlock {
  const showsSpeed = sums.sports === 1 && (display?.speed ?? true)
  const showsPace = display?.pace ?? false
  const any = sums.count > 0
  return {
    count: sums.count,
    sports: sums.sports,
    distance: bothOf(any ? sums.distance : null, sums.count, 1000),
    duration: {
      total: any ? sums.moving : null,
      average: any ? Math.floor(sums.moving / sums.count) : null,
    },
    ascent: bothOf(sums.ascent, sums.ascents, 1000),
    descent: bothOf(sums.descent, sums.descents, 1000),
    averageSpeed: showsSpeed ? bothOf(sums.aveSpeed, sums.aveSpeeds, 100).average : null,
    maxSpeed: showsSpeed ? sums.maxSpeed : null,
    averagePace:
      showsPace && sums.avePace !== null ? Math.floor(sums.avePace / sums.avePaces) : null,
    bestPace: showsPace ? sums.bestPace : null,
  }
}

/** Total and mean of numbers that were added up as integers of `1 / scale`, with 2 decimals. */
const bothOf = (sum: number | null, count: number, scale: number): Both => ({
  total: sum === null ? null : roundHalfEven(sum / scale, 2),
  average: sum === null ? null : roundHalfEven(sum / (scale * count), 2),
})

async function singleStatistics(ctx: AppContext, listed: Listed): Promise<StatisticsBlock> {
  const [row] = await listWorkoutsById(ctx.db, listed.ids)
  if (!row) throw new Error('a workout has gone while it was listed')
  const display = listed.displays.get(row.sport_id)
  const showsSpeed = (pace: number | null) =>
    display?.speed || (display?.pace === true && pace === null)
  const same = (value: number | null): Both => ({ total: value, average: value })
  return {
    count: 1,
    sports: 1,
    distance: same(row.distance),
    duration: same(row.moving),
    ascent: same(display?.elevation ? row.ascent : null),
    descent: same(display?.elevation ? row.descent : null),
    averageSpeed: showsSpeed(row.ave_pace) ? row.ave_speed : null,
    maxSpeed: showsSpeed(row.best_pace) ? row.max_speed : null,
    averagePace: display?.pace ? row.ave_pace : null,
    bestPace: display?.pace ? row.best_pace : null,
  }
}
