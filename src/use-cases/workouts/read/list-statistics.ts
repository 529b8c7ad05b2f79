import { sumBySport } from '@/domain/statistics/group'
import {
  addSums,
  emptySums,
  LENGTH_UNIT,
  SPEED_UNIT,
  type Sum,
  workoutSums,
} from '@/domain/statistics/sums'
import { roundHalfEven } from '@/lib/text/decimal'
import { type SportDisplay, type SportDisplays, sportFacts } from '@/policy/sport-display'
import type { AppContext } from '@/services/context'
import type { Db } from '@/store/db/connections/open'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { collectSumsSince, findCutoff } from '@/store/db/queries/workouts/collected-sums'
import {
  findBests,
  type SportFigures,
  sumMatchingWorkouts,
} from '@/store/db/queries/workouts/search-totals'
import {
  isOfSportOnly,
  listMatchingWorkouts,
  NEWEST_FIRST,
  type WorkoutFilter,
  type WorkoutOrder,
} from '@/store/db/queries/workouts/workout-search'
import { listPeriodSums } from '@/store/db/queries/workouts/workout-totals'
import type { ListedWorkout } from '@/store/db/queries/workouts/workouts'

/** Totals and averages of workouts; null when there is no value or the sport does not show it. */
export interface StatisticsBlock {
  count: number
  sports: number
  /** Kilometres. */
  distance: TotalAndAverage
  /** Seconds of moving time. */
  duration: TotalAndAverage
  /** Metres. */
  ascent: TotalAndAverage
  descent: TotalAndAverage
  /** Kilometres per hour. */
  averageSpeed: number | null
  maxSpeed: number | null
  /** Seconds per kilometre. */
  averagePace: number | null
  bestPace: number | null
}

interface TotalAndAverage {
  total: number | null
  average: number | null
}

/** A list of workouts and one of its pages. */
interface ListedWorkouts {
  filter: WorkoutFilter
  order: WorkoutOrder
  /** Number of workouts in the list. */
  total: number
  pageRows: readonly ListedWorkout[]
  perPage: number
  displays: SportDisplays
  /** Of the user. */
  timezone: string
}

/** Computes statistics of the page, and of the list up to the configured number of workouts. */
export async function loadListStatistics({ db }: Pick<AppContext, 'db'>, listed: ListedWorkouts) {
  const { total, perPage, pageRows } = listed
  if (total === 1) return both(await singleStatistics(db, listed))
  const isOnePage = total <= perPage
  const display = contextDisplay(listed, isOnePage)
  const current = blockFrom(figuresOfRows(pageRows), display)
  if (isOnePage && pageRows.length === total) return both(current)
  return { current_page: current, all: blockFrom(await figuresOfList(db, listed), display) }
}

const both = (block: StatisticsBlock) => ({ current_page: block, all: block })

/** Returns how to display pace and speed: as for the only sport in the list; undefined when there are several. */
function contextDisplay(
  { filter, pageRows, displays }: ListedWorkouts,
  isOnePage: boolean,
): SportDisplay | undefined {
  const [sportId] = filter.sportIds ?? []
  if (sportId !== undefined) return displays.get(sportId)
  const sports = new Set(pageRows.map(({ sport_id }) => sport_id))
  const [only] = sports
  return isOnePage && sports.size === 1 && only !== undefined ? displays.get(only) : undefined
}

function figuresOfRows(rows: readonly ListedWorkout[]): SportFigures[] {
  const bySport = Map.groupBy(rows, ({ sport_id }) => sport_id)
  return Array.from(bySport, ([sportId, workouts]) => {
    const sums = emptySums()
    for (const workout of workouts) addSums(sums, workoutSums(workout))
    const speeds = workouts.flatMap(({ max_speed }) => max_speed ?? [])
    const paces = workouts.flatMap(({ best_pace }) => best_pace ?? [])
    return { sportId, sums, maxSpeed: largest(speeds), bestPace: smallest(paces) }
  })
}

const largest = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : null)
const smallest = (values: readonly number[]) => (values.length > 0 ? Math.min(...values) : null)

/** Returns figures of the list up to the limit, from stored totals if possible, or else from its workouts. */
async function figuresOfList(db: Db, listed: ListedWorkouts): Promise<SportFigures[]> {
  const { filter, order, total, perPage } = listed
  const { stats_workouts_limit: limit } = await getAppConfig(db)
  const most = limit === 0 ? total : Math.max(limit, perPage)
  const stored = await findStoredFigures(db, listed, most)
  if (stored) return stored
  // Totals of all workouts do not depend on the order, and this order needs no sorting.
  return sumMatchingWorkouts(db, filter, {
    order: most < total ? order : NEWEST_FIRST,
    limit: most,
  })
}

/**
 * Returns figures of all workouts, of all in one sport, or of the newest of these up to `limit`; undefined when the
 * list has another filter or order.
 */
async function findStoredFigures(
  db: Db,
  { filter, order, total, timezone }: ListedWorkouts,
  limit: number,
): Promise<SportFigures[] | undefined> {
  const { userId, sportIds = [] } = filter
  const isCut = limit < total
  if (!isOfSportOnly(filter) || (isCut && !isNewestFirst(order))) return undefined
  const scope = { userId, timezone, sportId: sportIds[0] }
  const all = await listPeriodSums(db, { ...scope, period: 'all', first: 0, last: 0 })
  const workouts = all.reduce((sum, one) => sum + one.sums.workouts, 0)
  // Suspended workouts are in the totals but not in the list.
  if (workouts !== total) return undefined
  const cutoff = isCut ? await findCutoff(db, scope, limit) : undefined
  const sums = sumBySport(cutoff ? await collectSumsSince(db, scope, cutoff) : all)
  const oldest = cutoff?.workouts.at(-1)
  const unknown = { maxSpeed: null, bestPace: null }
  const parts = Array.from(sums, ([sportId, ofSport]) => ({ sportId, sums: ofSport, ...unknown }))
  const [only, ...others] = parts
  // Best values are shown only for a single sport.
  if (!only || others.length > 0) return parts
  return [{ ...only, ...(await findBests(db, { userId, sportId: only.sportId, oldest })) }]
}

const isNewestFirst = ({ column, direction }: WorkoutOrder) =>
  column === NEWEST_FIRST.column && direction === NEWEST_FIRST.direction

function blockFrom(
  parts: readonly SportFigures[],
  display: SportDisplay | undefined,
): StatisticsBlock {
  const sums = emptySums()
  const climbs = emptySums()
  for (const { sportId, sums: more } of parts) {
    addSums(sums, more)
    // Elevations mean nothing where a sport takes place on level ground.
    if (sportFacts(sportId).elevation) addSums(climbs, more)
  }
  const showsSpeed = parts.length === 1 && (display?.speed ?? true)
  const showsPace = display?.pace ?? false
  const any = sums.workouts > 0
  return {
    count: sums.workouts,
    sports: parts.length,
    distance: bothOf({ sum: sums.distance, count: sums.workouts }, LENGTH_UNIT),
    duration: {
      total: any ? sums.moving : null,
      average: any ? Math.floor(sums.moving / sums.workouts) : null,
    },
    ascent: bothOf(climbs.ascent, LENGTH_UNIT),
    descent: bothOf(climbs.descent, LENGTH_UNIT),
    averageSpeed: showsSpeed ? bothOf(sums.speed, SPEED_UNIT).average : null,
    maxSpeed: showsSpeed ? largest(parts.flatMap(({ maxSpeed }) => maxSpeed ?? [])) : null,
    averagePace:
      showsPace && sums.pace.count > 0 ? Math.floor(sums.pace.sum / sums.pace.count) : null,
    bestPace: showsPace ? smallest(parts.flatMap(({ bestPace }) => bestPace ?? [])) : null,
  }
}

/** Returns total and average of a sum in multiples of `1 / unit`, with 2 decimals. */
const bothOf = ({ sum, count }: Sum, unit: number): TotalAndAverage => ({
  total: count === 0 ? null : roundHalfEven(sum / unit, 2),
  average: count === 0 ? null : roundHalfEven(sum / (unit * count), 2),
})

async function singleStatistics(db: Db, listed: ListedWorkouts): Promise<StatisticsBlock> {
  const { filter, order, pageRows } = listed
  const [row] =
    pageRows.length > 0
      ? pageRows
      : await listMatchingWorkouts(db, filter, { order, limit: 1, skipped: 0 })
  if (!row) throw new Error('a workout has gone while it was listed')
  const display = listed.displays.get(row.sport_id)
  const showsSpeed = (pace: number | null) =>
    display?.speed || (display?.pace === true && pace === null)
  const same = (value: number | null): TotalAndAverage => ({ total: value, average: value })
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
