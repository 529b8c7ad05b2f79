import { between, type Random, randomOf } from './random'
import { type RouteShape, routeOf, walker } from './route'
import type { Manner } from './sports'
import { heightAt, type Place } from './terrain'

/** A recorded point of the demo. */
export interface DemoPoint extends Place {
  elevation: number
  time: Date
  heart: number
  cadence?: number
  watts?: number
}

/** An outing: where it goes, how, and on which day with which legs. */
export interface Outing {
  shape: RouteShape
  manner: Manner
  start: Date
  /** Around 1: below it a slow day. */
  form: number
  /** Shares of the way after which somebody stops, and for how many seconds. */
  halts: readonly (readonly [share: number, seconds: number])[]
}

/** A wish for the next value that is reached bit by bit. */
const towards = (value: number, wish: number, share: number): number =>
  value + (wish - value) * share

const LOOK_AHEAD_METRES = 25

interface Legs {
  random: Random
  mood: number
  effort: number
}

/** Metres per second on a slope, with moods that come and go. */
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

/** The recording of an outing, stretch by stretch: every halt begins a new one. */
export function trackOf(outing: Outing): DemoPoint[][] {
  const { shape, manner, start } = outing
  const way = walker(routeOf(shape))
  const ahead = walker(routeOf(shape))
  const legs: Legs = { random: randomOf(start.getTime() % 1_000_003), mood: 1, effort: 0.2 }
  const halts = [...outing.halts]
  const stretches: DemoPoint[][] = [[]]
  let metres = 0
  let seconds = 0
  for (let at = way(0); !at.ended; at = way(metres)) {
    const elevation = heightAt(at.place, manner.rise)
    const rise = heightAt(ahead(metres + LOOK_AHEAD_METRES).place, manner.rise) - elevation
    const slope = rise / LOOK_AHEAD_METRES
    stretches.at(-1)?.push({
      ...at.place,
      elevation,
      time: new Date(start.getTime() + seconds * 1000),
      ...readings(outing, slope, legs),
    })
    metres += speedOf(outing, slope, legs) * manner.step
    seconds += manner.step
    const [share, rest] = halts[0] ?? [2, 0]
    if (metres >= share * shape.kilometres * 1000) {
      halts.shift()
      seconds += rest
      stretches.push([])
    }
  }
  return stretches.filter((stretch) => stretch.length > 1)
}
