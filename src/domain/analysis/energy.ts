import type { Course } from './course'
import { sumLevelMetres } from './graded'
import { sumReadings } from './running-sums'

/** Energy cost of an activity in METs: kilocalories per kilogram of body mass and hour. */
export interface EnergyCost {
  /** Whether measured power is pedalling power. */
  hasPedals: boolean
  /** Whether the activity is on foot, so that gradients cost as they do when running. */
  isOnFoot: boolean
  /** METs by speed in km/h, in ascending order and interpolated linearly. A single entry applies to all speeds. */
  mets: readonly (readonly [speed: number, mets: number])[]
}

export const ENERGY_METHODS = ['power', 'heart_rate', 'met'] as const

/** The estimated energy cost of a workout and the method of the estimate. */
export interface EnergyEstimate {
  kilocalories: number
  method: (typeof ENERGY_METHODS)[number]
}

/** Formula that a user chose for estimating energy from heart rate, if any. */
export const ENERGY_FORMULAS = ['none', 'men', 'women'] as const
export type EnergyFormula = (typeof ENERGY_FORMULAS)[number]

/** Parameters of the heart rate formula other than weight. */
export interface HeartRateFormula {
  of: Exclude<EnergyFormula, 'none'>
  /** Age. */
  years: number
}

/** Data about a workout, other than its points, that the estimate needs. */
export interface Exertion {
  cost: EnergyCost
  /** Distance in kilometres, and moving time in seconds. */
  distance: number | null
  moving: number
  /** Undefined when the user has not entered a weight. */
  kilograms: number | undefined
  /** Undefined when heart rate is not to be used. */
  byHeartRate: HeartRateFormula | undefined
}

const JOULES_PER_KILOCALORIE = 4184
/**
 * Gross efficiency: pedalling work divided by energy expenditure. J. Hopker et al., "Cycling Efficiency in Trained Male
 * and Female Competitive Cyclists", Journal of Sports Science and Medicine 9 (2010), 332–337, found means from 19.9 to
 * 22.5 %.
 */
const GROSS_EFFICIENCY = 0.21
/** Minimum share of the moving time with power or heart rate readings. */
const ENOUGH = 0.9
const SECONDS_PER_HOUR = 3600
const SECONDS_PER_MINUTE = 60

/**
 * Estimates the kilocalories of a workout: from pedalling work if measured, otherwise from heart rate if the user chose
 * that, otherwise from the activity and its speed. Returns undefined when none of these is possible.
 */
export function estimateEnergy(course: Course, exertion: Exertion): EnergyEstimate | undefined {
  return (
    energyOfWork(course, exertion) ??
    energyOfHeart(course, exertion) ??
    energyOfActivity(course, exertion)
  )
}

function energyOfWork(
  course: Course,
  { cost, moving }: Pick<Exertion, 'cost' | 'moving'>,
): EnergyEstimate | undefined {
  const readings = cost.hasPedals ? sumReadings(course, 'power') : undefined
  const [joules = 0, seconds = 0] = [readings?.sum.at(-1), readings?.seconds.at(-1)]
  if (joules <= 0 || seconds < ENOUGH * moving) return undefined
  const kilocalories = joules / GROSS_EFFICIENCY / JOULES_PER_KILOCALORIE
  return { kilocalories, method: 'power' }
}

/** Coefficients of the formula in kilojoules per minute: per beat per minute, kilogram, and year of age. */
const KEYTEL = {
  men: { base: -55.0969, beat: 0.6309, kilogram: 0.1988, year: 0.2017 },
  women: { base: -20.4022, beat: 0.4472, kilogram: -0.1263, year: 0.074 },
} as const
/** Range of body mass in kilograms and minimum age in years for which the linear formula is used. */
const STUDIED = [47, 120] as const
const YOUNGEST = 18
/** Minimum mean heart rate, in beats per minute: lower than any during exercise in the study. */
const MIN_BEATS = 90

/**
 * Uses the model without measured oxygen uptake by L. R. Keytel et al., "Prediction of energy expenditure from heart
 * rate monitoring during submaximal exercise", Journal of Sports Sciences 23 (2005), 289–297. The study had 115
 * participants aged 18 to 45 on treadmills and bicycles, at 35 to 80 % of their maximal uptake.
 */
function energyOfHeart(
  course: Course,
  { byHeartRate, kilograms, moving }: Omit<Exertion, 'cost'>,
): EnergyEstimate | undefined {
  if (!byHeartRate || kilograms === undefined || byHeartRate.years < YOUNGEST) return undefined
  if (kilograms < STUDIED[0] || kilograms > STUDIED[1]) return undefined
  const readings = sumReadings(course, 'hr')
  const [beats = 0, seconds = 0] = [readings?.sum.at(-1), readings?.seconds.at(-1)]
  if (seconds === 0 || seconds < ENOUGH * moving || beats < MIN_BEATS * seconds) return undefined
  const { base, beat, kilogram, year } = KEYTEL[byHeartRate.of]
  const perMinute =
    base + (beat * beats) / seconds + kilogram * kilograms + year * byHeartRate.years
  const minutes = Math.max(seconds, moving) / SECONDS_PER_MINUTE
  const kilocalories = (perMinute * minutes * 1000) / JOULES_PER_KILOCALORIE
  return { kilocalories, method: 'heart_rate' }
}

function energyOfActivity(
  course: Course,
  { cost, distance, moving, kilograms }: Exertion,
): EnergyEstimate | undefined {
  if (kilograms === undefined || moving <= 0) return undefined
  const hours = moving / SECONDS_PER_HOUR
  const speed = distance === null ? undefined : (distance * slope(course, cost)) / hours
  const mets = metsAt(cost, speed)
  if (mets === undefined) return undefined
  return { kilocalories: mets * kilograms * hours, method: 'met' }
}

/** Ratio of the level distance that would cost the same energy to the actual distance. */
function slope(course: Course, { isOnFoot }: EnergyCost): number {
  const level = isOnFoot ? sumLevelMetres(course)?.at(-1) : undefined
  const metres = course.metres.at(-1) ?? 0
  return level === undefined || metres <= 0 ? 1 : level / metres
}

/** Returns the METs at a speed in km/h. Speeds outside the table use the nearest entry. */
export function metsAt({ mets }: EnergyCost, speed: number | undefined): number | undefined {
  if (mets.length === 1) return mets[0]?.[1]
  if (speed === undefined || !(speed > 0)) return undefined
  const after = mets.findIndex(([known]) => known >= speed)
  if (after <= 0) return mets.at(after)?.[1]
  const [[slow, less] = [0, 0], [fast, more] = [1, 0]] = mets.slice(after - 1, after + 1)
  return less + ((speed - slow) / (fast - slow)) * (more - less)
}
