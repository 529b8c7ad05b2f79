import { EFFORT_DISTANCES, type Effort } from './efforts'
import { THRESHOLD_KINDS, THRESHOLD_LIMITS, type ThresholdKind } from './thresholds'

/** A threshold that an effort speaks for. */
export interface Suggestion<Made extends Effort = Effort> {
  readonly kind: ThresholdKind
  readonly value: number
  readonly effort: Made
}

/** Which kinds of efforts of a sport speak for thresholds. */
export interface SuggestingSport {
  readonly onFoot: boolean
  readonly swims: boolean
  readonly power: boolean
}

/** Best efforts of one sport. */
export interface SportBests<Made extends Effort = Effort> extends SuggestingSport {
  /** Of a few months: thresholds change. */
  readonly recent: readonly Made[]
  /** Of all time: the highest heart rate hardly does. */
  readonly ever: readonly Made[]
}

type Target = Pick<Effort, 'kind' | 'target'>

const MINUTE = 60
const TWENTY_MINUTES = 20 * MINUTE
/** Of the best twenty minutes, what can be held for an hour (Allen, Coggan 2006). */
const SHARE_FOR_AN_HOUR = 0.95
/** Beats per minute above which a strap was at fault. */
const HIGHEST_HEART_RATE = 220

/**
 * What the efforts of somebody suggest as thresholds, at most one of each kind: the highest that any sport speaks for, of
 * paces the fastest.
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
    const sign = kind === 'threshold_pace' || kind === 'swim_pace' ? 1 : -1
    return rounded
      .filter((each) => each.kind === kind && each.value >= least && each.value <= most)
      .toSorted((one, other) => sign * (one.value - other.value))
      .slice(0, 1)
  })
}

/** Efforts of all time that are looked at, in any sport. */
export const LASTING_TARGETS: readonly Target[] = [MINUTE, 2 * MINUTE, 5 * MINUTE].map(
  (target) => ({
    kind: 'heart_rate',
    target,
  }),
)

/** Recent efforts of a sport that are looked at. */
export const recentTargets = ({ onFoot, swims, power }: SuggestingSport): Target[] => [
  { kind: 'heart_rate', target: TWENTY_MINUTES },
  ...(power ? [{ kind: 'power' as const, target: TWENTY_MINUTES }] : []),
  ...(onFoot ? distances(RACES) : []),
  ...(swims ? distances(SWIMS) : []),
]

const distances = (metres: readonly number[]): Target[] =>
  metres.map((target) => ({ kind: 'distance', target }))

/** The highest mean of a minute; of longer ones where a minute is beyond belief. */
function maxHeartRates<Made extends Effort>(efforts: readonly Made[]): Suggestion<Made>[] {
  const effort = efforts
    .filter(({ kind, target }) => kind === 'heart_rate' && target >= MINUTE)
    .toSorted((one, other) => one.target - other.target)
    .find(({ value }) => value <= HIGHEST_HEART_RATE)
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

/** Metres of efforts from which to conclude, and seconds. */
const RACES = EFFORT_DISTANCES.filter((metres) => metres >= 3000 && metres <= 21_100)
const RACE_TIMES = [12 * MINUTE, 100 * MINUTE] as const
const HOUR = 60 * MINUTE
/** By how much more the time grows than the distance (P. S. Riegel, "Athletic Records and Human Endurance", 1981). */
const FATIGUE = 1.06

/** Seconds per kilometre of an hour's race, as each effort speaks for it. */
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
      const metres = effort.target * (HOUR / effort.value) ** (1 / FATIGUE)
      return { kind: 'threshold_pace', value: (HOUR / metres) * 1000, effort }
    })

/** Metres of the two efforts whose difference gives the critical swim speed (K. Wakayoshi et al. 1992). */
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
