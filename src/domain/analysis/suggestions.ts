import { SECONDS_PER_HOUR, SECONDS_PER_MINUTE } from '@/domain/tracks/metrics/units'
import { EFFORT_DISTANCES, type Effort } from './efforts'
import { THRESHOLD_KINDS, THRESHOLD_LIMITS, type ThresholdKind } from './thresholds'

/** A threshold value that an effort suggests. */
export interface Suggestion<Made extends Effort = Effort> {
  readonly kind: ThresholdKind
  readonly value: number
  readonly effort: Made
}

/** Which thresholds the efforts of a sport can suggest. */
export interface SuggestableThresholds {
  readonly onFoot: boolean
  readonly swims: boolean
  readonly power: boolean
}

/** Best efforts of one sport. */
export interface SportBests<Made extends Effort = Effort> extends SuggestableThresholds {
  /** Of the last few months, because thresholds change. */
  readonly recent: readonly Made[]
  /** Of all time: maximum heart rate hardly changes. */
  readonly ever: readonly Made[]
}

/** Whether a value means less fitness than another one: fewer watts or beats, or a slower pace. */
export const isLower = (kind: ThresholdKind, value: number, other: number): boolean =>
  isPace(kind) ? value > other : value < other

const isPace = (kind: ThresholdKind): boolean => kind === 'threshold_pace' || kind === 'swim_pace'

type Target = Pick<Effort, 'kind' | 'target'>

const TWENTY_MINUTES = 20 * SECONDS_PER_MINUTE
/** Share of the best 20-minute mean that can be sustained for an hour (Allen, Coggan 2006). */
const SHARE_FOR_AN_HOUR = 0.95
/** Beats per minute. Higher readings are sensor errors. */
const MAX_HEART_RATE = 220

/**
 * Suggests thresholds from a user's efforts, at most one of each kind: the highest over all sports, or the fastest for
 * paces.
 */
export function suggestThresholds<Made extends Effort>(
  sports: readonly SportBests<Made>[],
): Suggestion<Made>[] {
  const all = sports.flatMap((sport) => [
    ...maxHeartRates(sport.ever),
    ...ofTwentyMinutes('lthr', 'heart_rate', sport.recent),
    ...(sport.power ? ofTwentyMinutes('ftp', 'power', sport.recent) : []),
    ...(sport.onFoot ? hourPaces(sport.recent) : []),
    ...(sport.swims ? criticalSwimPace(sport.recent) : []),
  ])
  const rounded = all.map((each) => ({ ...each, value: Math.round(each.value) }))
  return THRESHOLD_KINDS.flatMap((kind) => {
    const [least, most] = THRESHOLD_LIMITS[kind]
    const sign = isPace(kind) ? 1 : -1
    return rounded
      .filter((each) => each.kind === kind && each.value >= least && each.value <= most)
      .toSorted((one, other) => sign * (one.value - other.value))
      .slice(0, 1)
  })
}

/** All-time efforts to load, for every sport. */
export const LASTING_TARGETS: readonly Target[] = [
  SECONDS_PER_MINUTE,
  2 * SECONDS_PER_MINUTE,
  5 * SECONDS_PER_MINUTE,
].map((target) => ({
  kind: 'heart_rate',
  target,
}))

/** Recent efforts to load for a sport. */
export const recentTargets = ({ onFoot, swims, power }: SuggestableThresholds): Target[] => [
  { kind: 'heart_rate', target: TWENTY_MINUTES },
  ...(power ? [{ kind: 'power' as const, target: TWENTY_MINUTES }] : []),
  ...(onFoot ? distances(RACES) : []),
  ...(swims ? distances(SWIMS) : []),
]

const distances = (metres: readonly number[]): Target[] =>
  metres.map((target) => ({ kind: 'distance', target }))

/** The highest one-minute mean, or that of a longer effort if the one-minute mean is implausible. */
function maxHeartRates<Made extends Effort>(efforts: readonly Made[]): Suggestion<Made>[] {
  const effort = efforts
    .filter(({ kind, target }) => kind === 'heart_rate' && target >= SECONDS_PER_MINUTE)
    .toSorted((one, other) => one.target - other.target)
    .find(({ value }) => value <= MAX_HEART_RATE)
  return effort ? [{ kind: 'max_hr', value: effort.value, effort }] : []
}

function ofTwentyMinutes<Made extends Effort>(
  kind: ThresholdKind,
  of: Effort['kind'],
  efforts: readonly Made[],
): Suggestion<Made>[] {
  const effort = efforts.find((each) => each.kind === of && each.target === TWENTY_MINUTES)
  return effort ? [{ kind, value: effort.value * SHARE_FOR_AN_HOUR, effort }] : []
}

/** Efforts from which a threshold pace is derived: distances in metres and times in seconds. */
const RACES = EFFORT_DISTANCES.filter((metres) => metres >= 3000 && metres <= 21_100)
const RACE_TIMES = [12 * SECONDS_PER_MINUTE, 100 * SECONDS_PER_MINUTE] as const
/** Exponent by which time grows with distance (P. S. Riegel, "Athletic Records and Human Endurance", 1981). */
const FATIGUE = 1.06

/** Pace of a one-hour race in seconds per kilometre, predicted from each effort. */
const hourPaces = <Made extends Effort>(efforts: readonly Made[]): Suggestion<Made>[] =>
  efforts
    .filter(
      ({ kind, target, value }) =>
        kind === 'distance' &&
        RACES.some((metres) => metres === target) &&
        value >= RACE_TIMES[0] &&
        value <= RACE_TIMES[1],
    )
    .map((effort) => {
      const metres = effort.target * (SECONDS_PER_HOUR / effort.value) ** (1 / FATIGUE)
      return { kind: 'threshold_pace', value: (SECONDS_PER_HOUR / metres) * 1000, effort }
    })

/** The two distances in metres from which critical swim speed is computed (K. Wakayoshi et al. 1992). */
const SWIMS = [400, 1000] as const

/** Seconds per 100 metres. */
function criticalSwimPace<Made extends Effort>(efforts: readonly Made[]): Suggestion<Made>[] {
  const [short, long] = SWIMS.map((metres) =>
    efforts.find(({ kind, target }) => kind === 'distance' && target === metres),
  )
  if (!short || !long) return []
  const pace = ((long.value - short.value) / (long.target - short.target)) * 100
  return [{ kind: 'swim_pace', value: pace, effort: long }]
}
