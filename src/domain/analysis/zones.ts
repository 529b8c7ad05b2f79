import { type Histogram, timeBetween } from './histogram'
import type { Intensity } from './intensity'
import type { HeartRateModel, SportMeasures, Thresholds, ZoneRules } from './thresholds'

export const ZONE_KINDS = ['heart_rate', 'power', 'pace'] as const
export type ZoneKind = (typeof ZONE_KINDS)[number]

/** Maximum number of zones of any model. */
export const MAX_ZONES = 7

/** Zones from easy to hard. */
export interface Zones {
  /**
   * Upper end of each zone except the last: the highest beats per minute or watts, or the fewest seconds per kilometre,
   * that belong to it.
   */
  readonly ends: readonly number[]
  /** Seconds in each. */
  readonly seconds: readonly number[]
}

/**
 * Computes the time in each zone of a workout. Heart rate zones are J. Friel's (shares of LTHR, different on foot) or
 * fifths of the upper half of the maximum heart rate or of the reserve above resting (M. J. Karvonen et al. 1957);
 * power zones are A. Coggan's; pace zones are J. Friel's. A kind is undefined if it was not measured or its threshold
 * is unknown.
 */
export function timeInZones(
  intensity: Intensity,
  thresholds: Thresholds,
  { sport, rules }: { sport: SportMeasures; rules: ZoneRules },
): Record<ZoneKind, Zones | undefined> {
  const { heartRate, power, pace } = intensity
  const onFoot = sport.pace === 'threshold_pace'
  return {
    heart_rate: zonesOf(heartRate, heartRateEnds(thresholds, rules.heartRateModel, onFoot)),
    power: sport.power ? zonesOf(power, powerEnds(thresholds)) : undefined,
    pace: paceZonesOf(pace, thresholdPace(thresholds, sport)),
  }
}

/** Seconds per kilometre. */
export function thresholdPace(thresholds: Thresholds, { pace }: SportMeasures): number | undefined {
  const value = pace && thresholds[pace]
  return value === undefined || pace !== 'swim_pace' ? value : value * 10
}

function zonesOf(histogram: Histogram | undefined, ends: readonly number[] | undefined) {
  if (!histogram || !ends) return undefined
  return { ends, seconds: timeBetween(histogram, ends) }
}

/** Percent of LTHR at which zones 2, 3, 4, 5a and 5b begin, and at which 5b ends. */
const FRIEL_ON_FOOT = [85, 90, 95, 100, 103, 106] as const
const FRIEL_ELSEWHERE = [81, 90, 94, 100, 103, 106] as const
/** Percent of the maximum heart rate, or of the reserve, at which zones 2 to 5 begin. */
const FIFTHS = [60, 70, 80, 90] as const

function heartRateEnds(
  { max_hr, resting_hr, lthr }: Thresholds,
  model: HeartRateModel,
  onFoot: boolean,
): number[] | undefined {
  if (model === 'lthr') {
    if (lthr === undefined) return undefined
    const [last, ...first] = (onFoot ? FRIEL_ON_FOOT : FRIEL_ELSEWHERE).toReversed()
    return [...first.toReversed().map((percent) => below(lthr, percent)), share(lthr, last ?? 0)]
  }
  if (max_hr === undefined) return undefined
  if (model === 'max') return FIFTHS.map((percent) => below(max_hr, percent))
  if (resting_hr === undefined || resting_hr >= max_hr) return undefined
  return FIFTHS.map((percent) => resting_hr + below(max_hr - resting_hr, percent))
}

/** Upper bound of each zone except the last, in percent of FTP. */
const COGGAN = [55, 75, 90, 105, 120, 150] as const

const powerEnds = ({ ftp }: Thresholds): number[] | undefined =>
  ftp === undefined ? undefined : COGGAN.map((percent) => share(ftp, percent))

/**
 * Percent of the threshold time per kilometre: the slowest of zone 2, and the ends of zones 2, 3, 4, 5a and 5b (less is
 * faster).
 */
const SLOWEST_OF_TWO = 129
const FRIEL_PACES = [114, 106, 99, 97, 90] as const

function paceZonesOf(histogram: Histogram | undefined, threshold: number | undefined) {
  if (!histogram || threshold === undefined) return undefined
  const starts = FRIEL_PACES.map((percent) => below(threshold, percent))
  const faster = [share(threshold, SLOWEST_OF_TWO), ...starts]
  return {
    ends: faster.map((pace) => pace + 1),
    seconds: timeBetween(histogram, faster.toReversed()).toReversed(),
  }
}

/** The last whole number below a share of a value, and the last that is not above it. */
const below = (value: number, percent: number) => Math.ceil((value * percent) / 100) - 1
const share = (value: number, percent: number) => Math.floor((value * percent) / 100)
