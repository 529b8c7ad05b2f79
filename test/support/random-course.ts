import fc from 'fast-check'
import { joinCourse } from '@/domain/analysis/course'
import { EIGHT, SECOND, segmentOf } from './segments'

/** One step of a generated workout. */
interface Leg {
  kind: 'move' | 'stand' | 'gap' | 'break' | 'spike'
  /** Seconds, and metres per second. */
  seconds: number
  speed: number
  climb: number
  power: number
}

const leg = fc.record({
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constant('move' as const) },
    { weight: 3, arbitrary: fc.constantFrom('stand', 'gap', 'break', 'spike') },
  ) as fc.Arbitrary<Leg['kind']>,
  seconds: fc.integer({ min: 1, max: 20 }),
  speed: fc.double({ min: 0.5, max: 5, noNaN: true }),
  climb: fc.double({ min: -1, max: 1, noNaN: true }),
  power: fc.integer({ min: 0, max: 500 }),
})

/** Speed of a GPS error in m/s. */
const SPIKE = 90

/** Workouts on the equator with pauses, gaps, breaks, spikes and one kilometre that is faster than the rest. */
export const someCourse = fc
  .record({
    legs: fc.array(leg, { minLength: 60, maxLength: 200 }),
    fastAt: fc.nat({ max: 40 }),
    hasSpikes: fc.boolean(),
  })
  .map(({ legs, fastAt, hasSpikes }) =>
    joinCourse(
      recordLegs(
        legs.map((each, i) => ({
          ...each,
          kind: each.kind === 'spike' && !hasSpikes ? 'move' : each.kind,
          speed: i >= fastAt && i < fastAt + 12 ? 5.5 : each.speed,
        })),
      ),
    ),
  )

/** The position at a moment. */
interface Standing {
  now: number
  metres: number
  ele: number
}

function recordLegs(legs: readonly Leg[]) {
  const segments = [[point({ now: 0, metres: 0, ele: 100 }, 150)]]
  const here: Standing = { now: 0, metres: 0, ele: 100 }
  for (const leg of legs) {
    skip(here, leg)
    if (leg.kind === 'break') segments.push([])
    segments.at(-1)?.push(...pointsOf(here, leg))
  }
  return segments.map(segmentOf)
}

/** Advances the position between two points. */
function skip(here: Standing, { kind, seconds }: Leg): void {
  if (kind === 'gap') here.now += 4 * seconds
  if (kind === 'break') here.now += 10 * seconds
  if (kind === 'spike') here.metres += SPIKE
}

/** A point per second, but only one for breaks and spikes. */
function pointsOf(here: Standing, { kind, seconds, speed, climb, power }: Leg) {
  const isShort = kind === 'spike' || kind === 'break'
  return Array.from({ length: isShort ? 1 : seconds }, () => {
    here.now += 1
    here.metres += kind === 'move' ? speed : 0
    here.ele += kind === 'move' ? climb : 0
    return point(here, power)
  })
}

const METRES_PER_DEGREE = 111_319.49079327358

const point = ({ now, metres, ele }: Standing, power: number) => ({
  time: EIGHT + now * SECOND,
  lat: 0,
  lon: metres / METRES_PER_DEGREE,
  ele,
  hr: 80 + power / 5,
  power,
})
