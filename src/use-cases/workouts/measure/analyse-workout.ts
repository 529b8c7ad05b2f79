import { joinMeasured } from '@/domain/analysis/analyse-segments'
import { type Climb, findClimbs } from '@/domain/analysis/climbs'
import { type Conditions, findConditions, isConditionsStream } from '@/domain/analysis/conditions'
import { type Effort, findEfforts } from '@/domain/analysis/efforts'
import {
  type EnergyEstimate,
  type Exertion,
  estimateEnergy,
  type HeartRateFormula,
} from '@/domain/analysis/energy'
import { findPauses, findRests, type Pause } from '@/domain/analysis/pauses'
import { findStrengthSets, type StrengthSetWithRest } from '@/domain/analysis/sets/strength-sets'
import { findSwimSets, type SwimSet } from '@/domain/analysis/sets/swim-sets'
import { type Split, splitCourse } from '@/domain/analysis/splits'
import { METRES_PER_MILE } from '@/domain/reference/lengths'
import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import { hasPositions } from '@/domain/tracks/geometry/placed-line'
import { findRange } from '@/domain/tracks/geometry/thumbnail'
import { MICROSECONDS } from '@/domain/tracks/metrics/units'
import type { DeviceLaps, Lap, StreamName } from '@/domain/tracks/track'
import { AppError, notFound } from '@/lib/errors'
import { formatLocalDay, yearsBetween } from '@/lib/time/local-date'
import type { Visitor } from '@/policy/caller'
import { hasEffortsOf, sportFacts } from '@/policy/sport-display'
import type { StreamPermissions } from '@/policy/streams'
import { isOwner } from '@/policy/visibility'
import type { AppContext } from '@/services/context'
import { getMeasuringRules } from '@/services/recordings/measure-recording'
import { getZoneRules } from '@/store/db/queries/accounts/thresholds'
import { getUserById } from '@/store/db/queries/accounts/users'
import { findWeightOn } from '@/store/db/queries/accounts/weights'
import { findSport } from '@/store/db/queries/catalogue/sports'
import { findLaps } from '@/store/db/queries/workouts/device-data'
import type { WorkoutOutline } from '@/store/db/queries/workouts/workouts'
import type { OwnerRules } from '@/use-cases/views/hiding-rules'
import { getEnergyCost } from './energy-cost'
import {
  listVisibleStreams,
  loadMeasuredRecording,
  loadVisibleStreams,
  type RecordingRequest,
  type RequestedPart,
  requireRecorded,
  type StoredSegment,
} from './stored-recording'

/** Lengths of splits in metres. */
const SPLIT_LENGTHS = { km: 1000, mile: METRES_PER_MILE, hundred_metres: 100 } as const
export type SplitUnit = keyof typeof SPLIT_LENGTHS

/** Results of analysing a recording, including those that the visitor may not see. */
export interface Analysis {
  /** Splits of 100 metres are for sports in water. */
  splits: Partial<Record<SplitUnit, Split[]>>
  pauses: Pause[]
  efforts: Effort[]
  climbs: Climb[]
  /** Laps recorded by the device. */
  laps: DeviceLaps | undefined
  /** Empty unless the device counted the lengths of a pool. */
  swimSets: SwimSet[]
  strengthSets: StrengthSetWithRest[]
  /** Further recorded columns that the visitor may see. */
  streams: StreamName[]
  conditions: Conditions
  /** Whether the sport is done on foot, so that gradient-adjusted pace applies. */
  onFoot: boolean
  /** Only if the device recorded no calories and the visitor may see them. */
  energy: EnergyEstimate | undefined
  display: ChartDisplay
  showsCalories: boolean
  /** Start of the recording in microseconds since the Unix epoch. */
  startedAt: number
}

const ANALYSIS: RequestedPart = { needs: 'analysis', nothing: { analysis: null } }

/**
 * Returns splits, pauses, best efforts and more of a workout.
 *
 * @throws 404 unless the visitor may see the analysis and the workout has a recording.
 */
export async function getAnalysis(ctx: AppContext, request: RecordingRequest): Promise<Analysis> {
  const { workout, ...shown } = await requireRecorded(ctx, request, ANALYSIS)
  const threshold = await getStoppedSpeed(ctx, workout)
  // An estimate shows the whole distance.
  const exertion =
    shown.permissions.calories && !shown.rules
      ? await findExertion(ctx, request.visitor, workout)
      : undefined
  return analyse(ctx, workout, { threshold, ...shown, exertion })
}

/** `getAnalysis`, but returns undefined instead of a 404. */
export async function findAnalysis(
  ctx: AppContext,
  request: RecordingRequest,
): Promise<Analysis | undefined> {
  try {
    return await getAnalysis(ctx, request)
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 404) return undefined
    throw error
  }
}

/** Inputs of an analysis in addition to the points. */
interface Rules {
  threshold: number
  display: ChartDisplay
  permissions: StreamPermissions
  rules: OwnerRules | undefined
  /** Undefined when no energy is to be estimated. */
  exertion: Exertion | undefined
}

async function analyse(
  ctx: AppContext,
  workout: WorkoutOutline,
  { threshold, display, permissions, rules, exertion }: Rules,
): Promise<Analysis> {
  const { segments } = await loadMeasuredRecording(ctx, workout, rules)
  if (segments.length === 0) throw notFound('No segments')
  const course = joinMeasured(segments)
  const { water, distance, pace } = sportFacts(workout.sport_id)
  // Where a sport has no distance, positions and distances are only the drift of GPS.
  const moves = distance !== 'never'
  const units: SplitUnit[] = moves ? ['km', 'mile'] : []
  if (water) units.push('hundred_metres')
  const splits = Object.fromEntries(
    units.map((unit) => [unit, splitCourse(course, SPLIT_LENGTHS[unit], threshold)]),
  )
  const streams = await listVisibleStreams(ctx, workout, permissions)
  const laps = visibleLaps(await loadLaps(ctx, workout), segments, rules)
  const startedAt = Math.min(...segments.map(({ points }) => firstTime(points)))
  // The lengths of a pool show rests more precisely than its distances.
  const isCounted = course.metres.some((metres) => metres > 0) && !laps?.poolLength
  const isPlaced = segments.some(({ points }) => points.lat.some((lat) => !Number.isNaN(lat)))
  return {
    ...{ splits, display, showsCalories: permissions.calories, streams },
    laps,
    swimSets: findSwimSets(laps, startedAt, course),
    strengthSets: findStrengthSets(laps, startedAt),
    conditions: streams.some(isConditionsStream)
      ? await loadConditions(ctx, { workout, segments }, permissions)
      : {},
    startedAt,
    pauses:
      moves && (isPlaced || isCounted) ? findPauses(course, threshold) : findRests(laps, startedAt),
    efforts: findEfforts(course).filter(({ kind }) => hasEffortsOf(workout.sport_id, kind)),
    climbs: moves ? findClimbs(course) : [],
    onFoot: pace,
    energy: exertion && estimateEnergy(course, exertion),
  }
}

async function loadConditions(
  ctx: AppContext,
  recording: { workout: WorkoutOutline; segments: readonly StoredSegment[] },
  permissions: StreamPermissions,
): Promise<Conditions> {
  const streams = await loadVisibleStreams(ctx, recording, permissions, isConditionsStream)
  return findConditions(
    recording.segments.map(({ points }, i) => ({ time: points.time, columns: streams[i] ?? [] })),
  )
}

/**
 * Loads the inputs of an energy estimate; undefined when the device recorded calories or there is no data for the
 * sport.
 */
async function findExertion(
  ctx: AppContext,
  visitor: Visitor,
  { user_id, sport_id, workout_date, distance, moving, calories }: WorkoutOutline,
): Promise<Exertion | undefined> {
  const cost = getEnergyCost(sport_id)
  if (calories !== null || !cost) return undefined
  const owner = visitor?.userId === user_id ? visitor : await getUserById(ctx.db, user_id)
  const day = formatLocalDay(workout_date, owner.timezone)
  const kilograms = await findWeightOn(ctx.db, user_id, day)
  // Other users could infer from an estimate by heart rate which formula the owner selected.
  const byHeartRate = isOwner(visitor, user_id) ? await findFormula(ctx, user_id, day) : undefined
  return { cost, distance, moving, kilograms, byHeartRate }
}

async function findFormula(
  { db }: Pick<AppContext, 'db'>,
  userId: number,
  day: string,
): Promise<HeartRateFormula | undefined> {
  const { energyFormula: of } = await getZoneRules(db, userId)
  if (of === 'none') return undefined
  const { birth_date: birth } = await getUserById(db, userId)
  return birth === null ? undefined : { of, years: yearsBetween(birth, day) }
}

async function loadLaps(ctx: AppContext, { id }: WorkoutOutline): Promise<DeviceLaps | undefined> {
  const content = await findLaps(ctx.db, id)
  return content === undefined ? undefined : JSON.parse(content)
}

/**
 * Returns the laps that others see: of a recording with hidden parts, those that are visible as a whole. A lap shows how
 * long it is and when it began.
 */
function visibleLaps(
  laps: DeviceLaps | undefined,
  segments: readonly StoredSegment[],
  rules: OwnerRules | undefined,
): DeviceLaps | undefined {
  if (!laps || !rules || !segments.some(({ points }) => hasPositions(points))) return laps
  const { sets: _, ...others } = laps
  if (rules.hidesTimes) return { ...others, laps: [] }
  const periods = segments.map(({ points }) => findRange([points.time]))
  const isVisible = ({ start, elapsed = 0 }: Lap) =>
    periods.some(([from, to]) => start >= from && start + elapsed * MICROSECONDS <= to)
  return { ...others, laps: laps.laps.filter(isVisible) }
}

/** Returns infinity when no point has a time. */
const firstTime = ({ time }: { time: Float64Array }): number =>
  time.find((moment) => !Number.isNaN(moment)) ?? Number.POSITIVE_INFINITY

/** Returns the speed in km/h below which the owner of a workout counts as stopped. */
async function getStoppedSpeed(
  ctx: AppContext,
  { user_id, sport_id }: WorkoutOutline,
): Promise<number> {
  const sport = await findSport(ctx.db, sport_id)
  return sport ? (await getMeasuringRules(ctx, user_id, sport)).stoppedSpeedThreshold : 0
}
