import { countsSteps } from './sports-with-steps'
import { isSwimming } from './swimming'

/** Metres. Distances of races and sessions in the water. */
const IN_WATER: ReadonlySet<number> = new Set([
  400, 804.672, 1000, 1609.344, 3218.688, 5000, 10_000,
])
/** Metres. The half and whole marathon, and distances of the track, mean nothing in other sports. */
const ON_FOOT_ONLY: ReadonlySet<number> = new Set([400, 804.672, 3218.688, 21_097.5, 42_195])

/** Whether best efforts over a distance, in metres, are usual in a sport. */
export function isStandardDistance(sportId: number, metres: number): boolean {
  if (isSwimming(sportId)) return IN_WATER.has(metres)
  return countsSteps(sportId) || !ON_FOOT_ONLY.has(metres)
}
