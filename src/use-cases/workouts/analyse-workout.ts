import { type Climb, findClimbs } from '@/analysis/climbs'
import { type Conditions, findConditions, isOfConditions } from '@/analysis/conditions'
import { joinCourse } from '@/analysis/course'
import { type Effort, findEfforts } from '@/analysis/efforts'
import {
  type EnergyEstimate,
  type Exertion,
  estimateEnergy,
  type HeartRateFormula,
} from '@/analysis/energy'
import { findPauses, findRests, type Pause } from '@/analysis/pauses'
import { type Split, splitCourse } from '@/analysis/splits'
import type { Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { findLaps } from '@/db/queries/device-data'
import { findSport } from '@/db/queries/sports'
import { getZoneRules } from '@/db/queries/thresholds'
import { getUserById } from '@/db/queries/users'
import { findWeightOn } from '@/db/queries/weights'
import type { WorkoutOutline } from '@/db/queries/workouts'
import { AppError, notFound } from '@/errors'
import { localDay, yearsBetween } from '@/lib/local-date'
import { sportFacts } from '@/policy/sport-display'
import type { StreamSight } from '@/policy/streams'
import { isOwner } from '@/policy/visibility'
import type { ChartDisplay } from '@/tracks/geometry/chart'
import { METRES_PER_MILE } from '@/tracks/metrics/units'
import type { DeviceLaps, StreamName } from '@/tracks/track'
import { energyCostOf } from './energy-cost'
import { getKeptAnswer } from './keep-answer'
import { rulesOf } from './measure-recording'
import {
  listSeenStreams,
  loadRecording,
  loadSeenStreams,
  made,
  type RecordingRequest,
  type RequestedPart,
  requireRecorded,
  type StoredSegment,
  variantBySight,
  variantOf,
} from './stored-recording'

/** Lengths of splits in metres. */
const SPLIT_LENGTHS = { km: 1000, mile: METRES_PER_MILE, hundred_metres: 100 } as const
export type SplitUnit = keyof typeof SPLIT_LENGTHS

/** What a recording says of how it was done; what the visitor may not see is still in it. */
export interface Analysis {
  /** Those by 100 metres are for what is done in water. */
  splits: Partial<Record<SplitUnit, Split[]>>
  pauses: Pause[]
  efforts: Effort[]
  climbs: Climb[]
  /** Those of the device. */
  laps: DeviceLaps | undefined
  /** What else was recorded, as far as the visitor may see it. */
  streams: StreamName[]
  conditions: Conditions
  /** Whether it is done on foot, where the ground changes how fast one is at the same strain. */
  onFoot: boolean
  /** Where the device told no calories and the visitor may know them. */
  energy: EnergyEstimate | undefined
  display: ChartDisplay
  showsCalories: boolean
  /** When the recording began, in microseconds since the Unix epoch. */
  startedAt: number
}

const ANALYSIS: RequestedPart = { needs: 'analysis', nothing: { analysis: null } }

/** Splits, pauses and best efforts of a workout. @throws 404 unless the visitor sees the analysis of a recorded workout. */
export async function getAnalysis<Json extends object>(
  ctx: AppContext,
  request: RecordingRequest,
  present: (analysis: Analysis) => Json,
) {
  const { workout, ...shown } = await requireRecorded(ctx, request, ANALYSIS)
  const threshold = await stoppedSpeedOf(ctx, workout)
  const { visitor } = request
  const exertion = shown.sight.calories ? await findExertion(ctx, visitor, workout) : undefined
  const energy = exertion ? `from ${exertion.kilograms}${ageIn(exertion)}` : 'none'
  const rules = `analysis, laps, conditions and rests stopped=${threshold} sport=${workout.sport_id} energy=${energy}`
  const variant = variantOf(variantBySight(rules, shown.sight), shown.display)
  const key = { workoutId: workout.id, segmentId: undefined, variant }
  return getKeptAnswer(ctx, key, async () => {
    const { first, analysis } = await analyse(ctx, workout, { threshold, ...shown, exertion })
    return made(first, present(analysis))
  })
}

/** The same where there is something to analyse, and not kept: for those who go through all workouts. */
export async function findAnalysis(
  ctx: AppContext,
  request: RecordingRequest,
): Promise<Analysis | undefined> {
  try {
    const { workout, ...shown } = await requireRecorded(ctx, request, ANALYSIS)
    const threshold = await stoppedSpeedOf(ctx, workout)
    const { visitor } = request
    const exertion = shown.sight.calories ? await findExertion(ctx, visitor, workout) : undefined
    return (await analyse(ctx, workout, { threshold, ...shown, exertion })).analysis
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 404) return undefined
    throw error
  }
}

/** What an analysis depends on besides the points. */
interface Rules {
  threshold: number
  display: ChartDisplay
  sight: StreamSight
  /** Undefined: no energy is estimated. */
  exertion: Exertion | undefined
}

async function analyse(
  ctx: AppContext,
  workout: WorkoutOutline,
  { threshold, display, sight, exertion }: Rules,
) {
  const { first, segments } = await loadRecording(ctx, workout)
  if (segments.length === 0) throw notFound('No segments')
  const course = joinCourse(segments.map(({ points }) => points))
  const units: SplitUnit[] = ['km', 'mile']
  if (sportFacts(workout.sport_id).water) units.push('hundred_metres')
  const splits = Object.fromEntries(
    units.map((unit) => [unit, splitCourse(course, SPLIT_LENGTHS[unit], threshold)]),
  )
  const streams = await listSeenStreams(ctx, workout, sight)
  const laps = await loadLaps(ctx, workout)
  const startedAt = Math.min(...segments.map(({ points }) => firstTime(points)))
  const isPlaced = segments.some(({ points }) => points.lat.some((lat) => !Number.isNaN(lat)))
  const analysis: Analysis = {
    ...{ splits, display, showsCalories: sight.calories, streams },
    laps,
    conditions: streams.some(isOfConditions)
      ? await loadConditions(ctx, { workout, segments }, sight)
      : {},
    startedAt,
    pauses: isPlaced ? findPauses(course, threshold) : findRests(laps, startedAt),
    efforts: findEfforts(course),
    climbs: findClimbs(course),
    onFoot: sportFacts(workout.sport_id).pace,
    energy: exertion && estimateEnergy(course, exertion),
  }
  return { first, analysis }
}

async function loadConditions(
  ctx: AppContext,
  recording: { workout: WorkoutOutline; segments: readonly StoredSegment[] },
  sight: StreamSight,
): Promise<Conditions> {
  const streams = await loadSeenStreams(ctx, recording, sight, isOfConditions)
  return findConditions(
    recording.segments.map(({ points }, i) => ({ time: points.time, columns: streams[i] ?? [] })),
  )
}

/** What is known of how hard a workout was; undefined when its device told the calories, or nothing can be said. */
async function findExertion(
  ctx: AppContext,
  visitor: Visitor,
  { user_id, sport_id, workout_date, distance, moving, calories }: WorkoutOutline,
): Promise<Exertion | undefined> {
  const cost = energyCostOf(sport_id)
  if (calories !== null || !cost) return undefined
  const owner = visitor?.userId === user_id ? visitor : await getUserById(ctx.db, user_id)
  const day = localDay(workout_date, owner.timezone)
  const kilograms = await findWeightOn(ctx.db, user_id, day)
  // Of the estimates by heart rate of others it could be told whose formula they want.
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

/** What an estimate depends on besides the weight, as a part of a name. */
const ageIn = ({ byHeartRate }: Exertion): string =>
  byHeartRate ? ` ${byHeartRate.of} ${byHeartRate.years}` : ''

async function loadLaps(ctx: AppContext, { id }: WorkoutOutline): Promise<DeviceLaps | undefined> {
  const content = await findLaps(ctx.db, id)
  return content === undefined ? undefined : JSON.parse(content)
}

/** Infinity for points without any time. */
const firstTime = ({ time }: { time: Float64Array }): number =>
  time.find((moment) => !Number.isNaN(moment)) ?? Number.POSITIVE_INFINITY

/** km/h up to which the owner of a workout counts as standing. */
async function stoppedSpeedOf(
  ctx: AppContext,
  { user_id, sport_id }: WorkoutOutline,
): Promise<number> {
  const sport = await findSport(ctx.db, sport_id)
  return sport ? (await rulesOf(ctx, user_id, sport)).stoppedSpeedThreshold : 0
}
