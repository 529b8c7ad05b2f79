import { between, type Random, randomOf } from './random'
import { type Course, walker } from './route'
import type { Manner } from './sports'
import { heightAt, type Place } from './terrain'

/** A simulated track point. */
export interface DemoPoint extends Place {
  elevation: number
  time: Date
  heart: number
  cadence?: number
  watts?: number
}

/** Everything from which the recording of an outdoor workout is simulated. */
export interface Outing {
  course: Course
  manner: Manner
  start: Date
  /** Factor for the speed: about 1, less on a slow day. */
  form: number
  /** Stops: the share of the course at which each one begins, and its duration in seconds. */
  halts: readonly (readonly [share: number, seconds: number])[]
}

/** Moves a value towards a target by a share of the difference (exponential smoothing). */
const towards = (value: number, wish: number, share: number): number =>
  value + (wish - value) * share

const LOOK_AHEAD_METRES = 25

interface Legs {
  random: Random
  mood: number
  effort: number
}

/** Returns the speed in metres per second for a gradient, and varies it slowly at random. */
function speedOf({ manner, form }: Outing, slope: number, legs: Legs): number {
  legs.mood = towards(legs.mood, between(legs.random, 0.9, 1.1), 0.08)
  const hill = Math.max(0.3, Math.min(1.75, 1 - slope * manner.slope))
  return (manner.speed / 3.6) * form * hill * legs.mood
}

function readings({ manner }: Outing, slope: number, legs: Legs) {
  const wish = 0.5 + slope * manner.slope * 0.9 + (legs.mood - 1) * 2
  legs.effort = towards(legs.effort, Math.max(0.05, Math.min(1, wish)), 0.05)
  const [rest, top] = manner.heart
  const jitter = legs.random()
  return {
    heart: Math.round(rest + (top - rest) * legs.effort + jitter * 3),
    ...(manner.cadence && { cadence: Math.round(manner.cadence * (1 - slope * 0.9) + jitter * 5) }),
    ...(manner.watts && {
      watts: Math.max(0, Math.round(manner.watts * (0.45 + legs.effort) + (jitter - 0.5) * 60)),
    }),
  }
}

/** Simulates the recording of an outing. Every stop begins a new segment; segments of fewer than two points are dropped. */
export function trackOf(outing: Outing): DemoPoint[][] {
  const { course, manner, start } = outing
  const walk = walker(course.way)
  const ahead = walker(course.way)
  const legs: Legs = { random: randomOf(start.getTime() % 1_000_003), mood: 1, effort: 0.2 }
  const halts = [...outing.halts]
  const segments: DemoPoint[][] = [[]]
  let metres = 0
  let seconds = 0
  for (let at = walk(0); !at.ended; at = walk(metres)) {
    const elevation = heightAt(at.place, manner.rise)
    const rise = heightAt(ahead(metres + LOOK_AHEAD_METRES).place, manner.rise) - elevation
    const slope = rise / LOOK_AHEAD_METRES
    segments.at(-1)?.push({
      ...at.place,
      elevation,
      time: new Date(start.getTime() + seconds * 1000),
      ...readings(outing, slope, legs),
    })
    metres += speedOf(outing, slope, legs) * manner.step
    seconds += manner.step
    const [share, rest] = halts[0] ?? [2, 0]
    if (metres >= share * course.metres) {
      halts.shift()
      seconds += rest
      segments.push([])
    }
  }
  return segments.filter((points) => points.length > 1)
}
