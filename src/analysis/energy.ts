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

export const ENERGY_METHODS = ['power', 'met'] as const

/** What a workout is estimated to have cost, and by what. */
export interface EnergyEstimate {
  kilocalories: number
  method: (typeof ENERGY_METHODS)[number]
}

/** What is known of a workout besides its points. */
export interface Exertion {
  cost: EnergyCost
  /** Kilometres and seconds in motion. */
  distance: number | null
  moving: number
  /** Undefined when nobody has told. */
  kilograms: number | undefined
}

const JOULES_PER_KILOCALORIE = 4184
/**
 * Work on the pedals over energy spent: J. Hopker et al., "Cycling Efficiency in Trained Male and Female Competitive
 * Cyclists", Journal of Sports Science and Medicine 9 (2010), 332–337, found means from 19.9 to 22.5 %.
 */
const GROSS_EFFICIENCY = 0.21
/** Share of the time in motion for which the power has to be known. */
const ENOUGH_POWER = 0.9
const SECONDS_PER_HOUR = 3600

/**
 * Kilocalories that a workout took: of the work on pedals where that was measured, else of what such an activity costs at
 * such a speed. Undefined where neither is known.
 */
export function estimateEnergy(course: Course, exertion: Exertion): EnergyEstimate | undefined {
  return energyOfWork(course, exertion) ?? energyOfActivity(course, exertion)
}

function energyOfWork(
  course: Course,
  { cost, moving }: Pick<Exertion, 'cost' | 'moving'>,
): EnergyEstimate | undefined {
  const readings = cost.hasPedals ? sumReadings(course, 'power') : undefined
  const [joules = 0, seconds = 0] = [readings?.sum.at(-1), readings?.seconds.at(-1)]
  if (joules <= 0 || seconds < ENOUGH_POWER * moving) return undefined
  const kilocalories = joules / GROSS_EFFICIENCY / JOULES_PER_KILOCALORIE
  return { kilocalories, method: 'power' }
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
