import type { Course } from './course'
import { sumLevelMetres } from './graded'
import { sumReadings } from './running-sums'

/** What a kind of activity costs, in METs: kilocalories for each kilogram of body and hour. */
export interface EnergyCost {
  /** Whether the power that is measured is that of the legs on pedals. */
  hasPedals: boolean
  /** Whether it is done on foot, where gradients cost as they do running. */
  isOnFoot: boolean
  /** METs by km/h, speeds rising: between them they change evenly. One alone does not depend on the speed. */
  mets: readonly (readonly [speed: number, mets: number])[]
}

export const ENERGY_METHODS = ['power', 'heart_rate', 'met'] as const

/** What a workout is estimated to have cost, and by what. */
export interface EnergyEstimate {
  kilocalories: number
  method: (typeof ENERGY_METHODS)[number]
}

/** Whose formula somebody wants energy to be estimated by from heart rates, if any. */
export const ENERGY_FORMULAS = ['none', 'men', 'women'] as const
export type EnergyFormula = (typeof ENERGY_FORMULAS)[number]

/** What the estimate by heart rate takes besides weight. */
export interface HeartRateFormula {
  of: Exclude<EnergyFormula, 'none'>
  /** Age. */
  years: number
}

/** What is known of a workout besides its points. */
export interface Exertion {
  cost: EnergyCost
  /** Kilometres and seconds in motion. */
  distance: number | null
  moving: number
  /** Undefined when nobody has told. */
  kilograms: number | undefined
  /** Undefined: not by heart rate. */
  byHeartRate: HeartRateFormula | undefined
}

const JOULES_PER_KILOCALORIE = 4184
/**
 * Work on the pedals over energy spent: J. Hopker et al., "Cycling Efficiency in Trained Male and Female Competitive
 * Cyclists", Journal of Sports Science and Medicine 9 (2010), 332–337, found means from 19.9 to 22.5 %.
 */
const GROSS_EFFICIENCY = 0.21
/** Share of the time in motion for which power or heart rate have to be known. */
const ENOUGH = 0.9
const SECONDS_PER_HOUR = 3600
const SECONDS_PER_MINUTE = 60

/**
 * Kilocalories that a workout took: of the work on pedals where that was measured, else by heart rate for who wants that,
 * else of what such an activity costs at such a speed. Undefined where nothing of it is known.
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

/** Kilojoules a minute, and for a beat per minute, a kilogram and a year of age. */
const KEYTEL = {
  men: { base: -55.0969, beat: 0.6309, kilogram: 0.1988, year: 0.2017 },
  women: { base: -20.4022, beat: 0.4472, kilogram: -0.1263, year: 0.074 },
} as const
/** Kilograms of those who were studied, and years of the youngest: straight lines lead to nothing far outside. */
const STUDIED = [47, 120] as const
const YOUNGEST = 18
/** Beats per minute below which nobody exercised in the study. */
const LEAST_BEATS = 90

/**
 * The model without a measured oxygen uptake of L. R. Keytel et al., "Prediction of energy expenditure from heart rate
 * monitoring during submaximal exercise", Journal of Sports Sciences 23 (2005), 289–297: of 115 people of 18 to 45 years
 * at 35 to 80 % of their maximal uptake, on treadmills and bicycles.
 */
function energyOfHeart(
  course: Course,
  { byHeartRate, kilograms, moving }: Omit<Exertion, 'cost'>,
): EnergyEstimate | undefined {
  if (!byHeartRate || kilograms === undefined || byHeartRate.years < YOUNGEST) return undefined
  if (kilograms < STUDIED[0] || kilograms > STUDIED[1]) return undefined
  const readings = sumReadings(course, 'hr')
  const [beats = 0, seconds = 0] = [readings?.sum.at(-1), readings?.seconds.at(-1)]
  if (seconds === 0 || seconds < ENOUGH * moving || beats < LEAST_BEATS * seconds) return undefined
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

/** How many times as long a way on level ground would have cost as much. */
function slope(course: Course, { isOnFoot }: EnergyCost): number {
  const level = isOnFoot ? sumLevelMetres(course)?.at(-1) : undefined
  const metres = course.metres.at(-1) ?? 0
  return level === undefined || metres <= 0 ? 1 : level / metres
}

/** METs at a speed in km/h; beyond the slowest and the fastest that is known, as there. */
export function metsAt({ mets }: EnergyCost, speed: number | undefined): number | undefined {
  if (mets.length === 1) return mets[0]?.[1]
  if (speed === undefined || !(speed > 0)) return undefined
  const after = mets.findIndex(([known]) => known >= speed)
  if (after <= 0) return mets.at(after)?.[1]
  const [[slow, less] = [0, 0], [fast, more] = [1, 0]] = mets.slice(after - 1, after + 1)
  return less + ((speed - slow) / (fast - slow)) * (more - less)
}
