import type { AppContext } from '@/context'
import type { Db } from '@/db/open'
import { getAppConfig } from '@/db/queries/app-config'
import { findBests, type SportFigures, sumFoundWorkouts } from '@/db/queries/found-sums'
import {
  isOfSportOnly,
  listFoundWorkouts,
  type WorkoutFilter,
  type WorkoutOrder,
} from '@/db/queries/workout-search'
import { listPeriodSums } from '@/db/queries/workout-sums'
import type { ListedWorkout } from '@/db/queries/workouts'
import { roundHalfEven } from '@/lib/decimal'
import { levelSportIds, type SportDisplay, type SportDisplays } from '@/policy/sport-display'
import { addSums, emptySums, LENGTH_UNIT, SPEED_UNIT, type Sum, sumsOf } from '@/stats/sums'

/** Sums and means over workouts; null where there is no value or the sport does not show it. */
export interface StatisticsBlock {
  count: number
  sports: number
  /** Kilometres. */
  distance: TotalAndAverage
  /** Seconds in motion. */
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

/** A list and its page, as far as statistics look at them. */
interface ListedWorkouts {
  filter: WorkoutFilter
  order: WorkoutOrder
  /** Workouts in the list. */
  total: number
  pageRows: readonly ListedWorkout[]
  perPage: number
  displays: SportDisplays
}

/** Statistics over the page, and over the list up to the configured number of workouts. */
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

/** How paces and speeds are shown: by the one sport the list is about, undefined when it is about none in particular. */
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
    for (const workout of workouts) addSums(sums, sumsOf(workout))
    const speeds = workouts.flatMap(({ max_speed }) => max_speed ?? [])
    const paces = workouts.flatMap(({ best_pace }) => best_pace ?? [])
    return { sportId, sums, maxSpeed: largest(speeds), bestPace: smallest(paces) }
  })
}

const largest = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : null)
const smallest = (values: readonly number[]) => (values.length > 0 ? Math.min(...values) : null)

/** Figures of the list up to the limit: from the sums that are kept, or from its workouts when there is no other way. */
async function figuresOfList(
  db: Db,
  { filter, order, total, perPage }: ListedWorkouts,
): Promise<SportFigures[]> {
  const { stats_workouts_limit: limit } = await getAppConfig(db)
  const most = limit === 0 ? total : Math.max(limit, perPage)
  const kept = most < total ? undefined : await findKeptFigures(db, filter, total)
  return kept ?? sumFoundWorkouts(db, filter, { order, limit: most })
}

/** Figures of all workouts, or of all of a sport; undefined when the filter leaves out others. */
async function findKeptFigures(
  db: Db,
  filter: WorkoutFilter,
  total: number,
): Promise<SportFigures[] | undefined> {
  const { userId, sportIds = [] } = filter
  if (!isOfSportOnly(filter)) return undefined
  const scope = { userId, sportId: sportIds[0] }
  const sums = await listPeriodSums(db, { ...scope, period: 'all', first: 0, last: 0 })
  const workouts = sums.reduce((sum, one) => sum + one.sums.workouts, 0)
  // Suspended workouts are in the sums but not in the list.
  if (workouts !== total) return undefined
  const [only, ...others] = sums
  const none = { maxSpeed: null, bestPace: null }
  if (!only || others.length > 0) return sums.map((one) => ({ ...one, ...none }))
  return [{ ...only, ...(await findBests(db, { userId, sportId: only.sportId })) }]
}

function blockFrom(
  parts: readonly SportFigures[],
  display: SportDisplay | undefined,
): StatisticsBlock {
  const sums = emptySums()
  const climbs = emptySums()
  const level = new Set(levelSportIds())
  for (const { sportId, sums: more } of parts) {
    addSums(sums, more)
    if (!level.has(sportId)) addSums(climbs, more)
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

/** Total and mean of numbers that were added up as integers of `1 / unit`, with 2 decimals. */
const bothOf = ({ sum, count }: Sum, unit: number): TotalAndAverage => ({
  total: count === 0 ? null : roundHalfEven(sum / unit, 2),
  average: count === 0 ? null : roundHalfEven(sum / (unit * count), 2),
})

async function singleStatistics(db: Db, listed: ListedWorkouts): Promise<StatisticsBlock> {
  const { filter, order, pageRows } = listed
  const [row] =
    pageRows.length > 0
      ? pageRows
      : await listFoundWorkouts(db, filter, { order, limit: 1, skipped: 0 })
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
