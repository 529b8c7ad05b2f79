import { METRES_PER_KM } from '@/tracks/metrics/units'
import { type Histogram, meanOf, totalOf } from './histogram'
import type { Intensity } from './intensity'
import type { SportMeasures, Thresholds, TrimpWeighting, ZoneRules } from './thresholds'
import { thresholdPace, timeInZones, type ZoneKind, type Zones } from './zones'

/** What a load is made of. */
export const LOAD_SOURCES = ['power', 'pace', 'heart_rate'] as const
export type LoadSource = (typeof LOAD_SOURCES)[number]

/** One number for how much a workout asks of somebody: an hour at the threshold is 100. */
export interface Load {
  readonly value: number
  readonly source: LoadSource
  /** Of the threshold, as a share; unknown of heart rates. */
  readonly intensityFactor: number | undefined
  /** Whether it is made of the means of a workout of which there is no recording. */
  readonly isEstimate: boolean
}

/** What was done altogether. */
export interface Totals {
  /** Undefined where nobody has told. */
  readonly metres: number | undefined
  /** In motion; of a swim without the rests, where a device tells of them. */
  readonly seconds: number
}

/** What is known of how hard a workout was. */
export interface Known {
  /** Of its recording; undefined when nothing was measured. */
  readonly intensity: Intensity | undefined
  /** Of a swim, and of what was not recorded. */
  readonly totals: Totals | undefined
  readonly isRecorded: boolean
  /** Beats per minute of what was not recorded. */
  readonly meanHeartRate: number | undefined
}

/** What heart rate, power and pace say of a workout, each as far as it was measured and its thresholds are known. */
export interface Evaluation {
  /** The first of them. */
  readonly load: Load | undefined
  /** By every source, the best first. */
  readonly loads: readonly Load[]
  readonly trimp: number | undefined
  readonly zones: Record<ZoneKind, Zones | undefined>
}

const HOUR = 3600
const MINUTE = 60
/** Share of the recorded time below which a sensor was there too little to tell of the whole. */
const LEAST_SHARE = 0.5

/** Times the threshold that nobody goes for a whole workout: a threshold or a distance is wrong. */
const MOST_INTENSITY = 1.5

interface Rules {
  sport: SportMeasures
  rules: ZoneRules
}

/** What thresholds make of what is known of a workout. */
export function evaluate(known: Known, thresholds: Thresholds, how: Rules): Evaluation {
  const intensity = known.isRecorded ? (known.intensity ?? NOTHING_MEASURED) : meanAsMeasured(known)
  const loads = listLoads({ ...known, intensity }, thresholds, how)
    .filter((load) => load !== undefined)
    .map((load) => ({ ...load, isEstimate: !known.isRecorded }))
  return {
    ...{ load: loads[0], loads },
    trimp: trimpOf(intensity.heartRate, thresholds, how.rules.trimpWeighting),
    // A mean tells of no time in zones.
    zones: timeInZones(known.isRecorded ? intensity : NOTHING_MEASURED, thresholds, how),
  }
}

type Found = Omit<Load, 'isEstimate'>
/** What is known, with an intensity that may be made of a mean. */
type Evaluated = Known & { intensity: Intensity }

/**
 * Loads by every source, the best first. Swims go by pace first whether they were recorded or not: nobody swims uphill.
 * What was not recorded goes by heart rate, which knows of hills, before the pace on foot.
 */
function listLoads(
  { intensity, totals, isRecorded }: Evaluated,
  thresholds: Thresholds,
  { sport, rules }: Rules,
): (Found | undefined)[] {
  const byHeartRate = heartRateLoad(intensity, thresholds, rules.trimpWeighting)
  if (sport.pace === 'swim_pace') return [swimLoad(totals, thresholds, sport), byHeartRate]
  if (!isRecorded) return [byHeartRate, meanPaceLoad(totals, thresholds, sport)]
  const byPower = sport.power ? powerLoad(intensity, thresholds) : undefined
  return [byPower, paceLoad(intensity, thresholds, sport), byHeartRate]
}

const NOTHING_MEASURED: Intensity = {
  seconds: 0,
  ...{ heartRate: undefined, power: undefined, pace: undefined },
  ...{ normalisedPower: undefined, gradedSpeed: undefined },
  ...{ powerDrift: undefined, paceDrift: undefined },
}

/** As if the heart had gone at its mean all the time: that is how TRIMP was first made. */
function meanAsMeasured({ totals, meanHeartRate: mean }: Known): Intensity {
  const seconds = totals?.seconds ?? 0
  if (mean === undefined || seconds === 0) return NOTHING_MEASURED
  const heartRate = { first: Math.round(mean), seconds: Uint32Array.of(seconds) }
  return { ...NOTHING_MEASURED, seconds, heartRate }
}

/** Training stress score: hours times the square of the intensity factor, times 100 (Allen, Coggan 2006). */
function powerLoad(intensity: Intensity, { ftp }: Thresholds): Found | undefined {
  const { power, normalisedPower } = intensity
  if (!isMeasured(intensity, power) || normalisedPower === undefined || ftp === undefined)
    return undefined
  return stress('power', totalOf(power), normalisedPower / ftp)
}

/** The same by the speed on the level, which is for runners what power is for cyclists (S. McGregor, rTSS). */
function paceLoad(
  { seconds, gradedSpeed }: Intensity,
  thresholds: Thresholds,
  sport: SportMeasures,
): Found | undefined {
  const pace = thresholdPace(thresholds, sport)
  if (gradedSpeed === undefined || pace === undefined) return undefined
  return stress('pace', seconds, (gradedSpeed * pace) / METRES_PER_KM)
}

/** The same by the mean speed over the ground. */
function meanPaceLoad(
  totals: Totals | undefined,
  thresholds: Thresholds,
  sport: SportMeasures,
): Found | undefined {
  const factor = meanIntensity(totals, thresholdPace(thresholds, sport))
  return factor === undefined ? undefined : stress('pace', totals?.seconds ?? 0, factor)
}

/**
 * Swim training stress score: hours times the cube of mean by threshold speed, times 100, since water resists more than
 * air. Rests do not count (M. Fitzgerald, S. McGregor, "Calculating Swimming TSS Score", TrainingPeaks 2008).
 */
function swimLoad(
  totals: Totals | undefined,
  thresholds: Thresholds,
  sport: SportMeasures,
): Found | undefined {
  const factor = meanIntensity(totals, thresholdPace(thresholds, sport))
  return factor === undefined ? undefined : stress('pace', totals?.seconds ?? 0, factor, 3)
}

/** Mean speed by that at the threshold, of which the seconds per kilometre are given. */
function meanIntensity(totals: Totals | undefined, pace: number | undefined): number | undefined {
  if (!totals?.metres || totals.seconds <= 0 || pace === undefined) return undefined
  const factor = (totals.metres / totals.seconds) * (pace / METRES_PER_KM)
  return factor <= MOST_INTENSITY ? factor : undefined
}

const stress = (source: LoadSource, seconds: number, factor: number, power = 2): Found => ({
  source,
  intensityFactor: factor,
  value: (seconds / HOUR) * factor ** power * 100,
})

/** TRIMP as hundredths of that of an hour at the threshold. */
function heartRateLoad(
  intensity: Intensity,
  thresholds: Thresholds,
  weighting: TrimpWeighting,
): Found | undefined {
  const { lthr } = thresholds
  const { heartRate } = intensity
  if (lthr === undefined || !isMeasured(intensity, heartRate)) return undefined
  const atThreshold = { first: lthr, seconds: Uint32Array.of(HOUR) }
  const ofAnHour = trimpOf(atThreshold, thresholds, weighting)
  const trimp = trimpOf(heartRate, thresholds, weighting)
  if (!ofAnHour || trimp === undefined) return undefined
  return { source: 'heart_rate', value: (trimp / ofAnHour) * 100, intensityFactor: undefined }
}

const isMeasured = (
  { seconds }: Intensity,
  histogram: Histogram | undefined,
): histogram is Histogram => histogram !== undefined && totalOf(histogram) >= seconds * LEAST_SHARE

const MEN = [0.64, 1.92] as const
const WOMEN = [0.86, 1.67] as const
const CURVES = { men: [MEN], women: [WOMEN], mean: [MEN, WOMEN] }

/**
 * The training impulse by E. W. Banister ("Modeling elite athletic performance", in: Physiological Testing of the
 * High-Performance Athlete, 1991): minutes times the share of the heart rate reserve, times a weight that grows with it
 * as lactate does. Undefined without highest and resting heart rate.
 */
export function trimpOf(
  heartRate: Histogram | undefined,
  { max_hr, resting_hr }: Thresholds,
  weighting: TrimpWeighting,
): number | undefined {
  if (!heartRate || max_hr === undefined || resting_hr === undefined || resting_hr >= max_hr)
    return undefined
  const curves = CURVES[weighting]
  let sum = 0
  for (let i = 0; i < heartRate.seconds.length; i++) {
    const reserve = (heartRate.first + i - resting_hr) / (max_hr - resting_hr)
    const share = Math.min(1, Math.max(0, reserve))
    const weight = curves.reduce((all, [factor, rise]) => all + factor * Math.exp(rise * share), 0)
    sum += ((heartRate.seconds[i] ?? 0) / MINUTE) * share * (weight / curves.length)
  }
  return sum
}

/** What power says of a workout without any threshold. */
export interface PowerNumbers {
  /** Watts over the time that was measured. */
  readonly mean: number
  readonly normalised: number | undefined
  /** Kilojoules. */
  readonly work: number
  /** Normalised power by mean power. */
  readonly variability: number | undefined
  /** Normalised watts for a beat per minute. */
  readonly efficiency: number | undefined
}

/** Undefined without power. */
export function powerNumbers({
  power,
  heartRate,
  normalisedPower: normalised,
}: Intensity): PowerNumbers | undefined {
  if (!power) return undefined
  const mean = meanOf(power)
  return {
    ...{ mean, normalised },
    work: (mean * totalOf(power)) / 1000,
    variability: normalised === undefined || mean === 0 ? undefined : normalised / mean,
    efficiency: perBeat(normalised, heartRate),
  }
}

/** Metres of level ground a minute for a beat per minute. */
export const paceEfficiency = ({ gradedSpeed, heartRate }: Intensity): number | undefined =>
  perBeat(gradedSpeed === undefined ? undefined : gradedSpeed * MINUTE, heartRate)

function perBeat(done: number | undefined, heartRate: Histogram | undefined) {
  const beats = heartRate ? meanOf(heartRate) : 0
  return done === undefined || beats === 0 ? undefined : done / beats
}
