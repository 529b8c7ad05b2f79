import { describe, expect, test } from 'bun:test'
import { computeGap, type TraceGap } from '@/domain/analysis/gap'
import { findPosition, interpolateAt, joinTrace } from '@/domain/analysis/placed-course'
import { bestSteps } from '@/domain/tracks/metrics/best-steps'
import type { Segment } from '@/domain/tracks/track'
import { LONG_TIME_LIMIT, runs, SEED } from '../../support/properties'
import { randomOf } from '../../support/ride'
import {
  type RecordedTrip,
  type Road,
  recordTrip,
  ringRoad,
  thereAndBack,
  windingRoad,
} from '../../support/roads'

const measured = (points: Segment) => ({
  points: { ...points, speed: new Float64Array(points.size) },
  steps: bestSteps(points).steps,
})

const pick = (random: () => number, from: number, to: number) => from + random() * (to - from)

/** Every 20th place of a road that both passed. */
const commonPlaces = (one: RecordedTrip, other: RecordedTrip): number[] =>
  Array.from(one.passed, (_, place) => place).filter(
    (place) =>
      place % 20 === 0 && !Number.isNaN((one.passed[place] ?? 0) + (other.passed[place] ?? 0)),
  )

/** The distance in metres of a recording at a second. */
function metresAt({ points }: RecordedTrip, second: number): number {
  const { course } = joinTrace([measured(points)])
  return interpolateAt(course.metres, findPosition(course.seconds, second))
}

/** The computed gaps at places except the first and last, and the real gaps since the first. */
function gapsAt(one: RecordedTrip, other: RecordedTrip, common: readonly number[]) {
  const places = common.slice(1, -1)
  const marks = Float64Array.from(places, (place) => metresAt(one, one.passed[place] ?? 0))
  const gap = computeGap(
    joinTrace([measured(one.points)]),
    joinTrace([measured(other.points)]),
    marks,
  )
  const lead = (place: number) => (other.passed[place] ?? 0) - (one.passed[place] ?? 0)
  const zero = lead(common[0] ?? 0)
  return { gap, places, truth: places.map((place) => lead(place) - zero) }
}

/** The absolute errors of the computed gaps in seconds, ascending; infinite where there is no gap. */
const errorsOf = (gap: TraceGap | undefined, truth: readonly number[]): number[] =>
  truth
    .map((seconds, i) => Math.abs((gap?.seconds[i] ?? Number.NaN) - seconds))
    .map((error) => (Number.isNaN(error) ? Number.POSITIVE_INFINITY : error))
    .toSorted((a, b) => a - b)

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN

const ROADS: Record<string, (random: () => number) => Road> = {
  'a way': (random) => windingRoad(random, { length: pick(random, 2000, 8000) }),
  'a way there and back': (random) => thereAndBack(windingRoad(random, { length: 2500 })),
  'five laps': (random) => {
    const ring = ringRoad(random, 800)
    return Array.from({ length: 5 }, () => ring).flat()
  },
}

describe('gapBetween', () => {
  for (const [name, roadOf] of Object.entries(ROADS))
    test(
      `is as accurate as two receivers allow on ${name}`,
      () => {
        for (let i = 0; i < runs(100).numRuns; i++) {
          const random = randomOf(SEED + i)
          const road = roadOf(random)
          const speed = pick(random, 3, 8)
          const going = (faster: number, noise: number) => ({
            ...{ speed: speed * faster, noise, every: Math.ceil(pick(random, 0, 4)) },
          })
          const noise = pick(random, 0, 5)
          const one = recordTrip(road, random, going(1, noise))
          const other = recordTrip(road, random, going(pick(random, 0.7, 1.4), noise))
          const { gap, truth } = gapsAt(one, other, commonPlaces(one, other))
          const errors = errorsOf(gap, truth)
          // Receivers that are off by this many metres along the course, at this many metres per second, twice.
          const unsure = 1 + (2 * noise) / speed
          expect(quantile(errors, 0.5)).toBeLessThan(2 * unsure)
          expect(quantile(errors, 0.95)).toBeLessThan(5 * unsure)
        }
      },
      LONG_TIME_LIMIT,
    )

  test('grows with a stop and with a detour', () => {
    const random = randomOf(SEED)
    const road = windingRoad(random, { length: 4000 })
    const one = recordTrip(road, random, { speed: 4, every: 1, noise: 2 })
    const other = recordTrip(road, random, {
      ...{ speed: 4, every: 1, noise: 2 },
      stop: { seconds: 300, at: 0.4 },
      detour: { metres: 150, at: 0.7 },
    })
    const { gap, places, truth } = gapsAt(one, other, commonPlaces(one, other))
    // At the exact place of the stop and the detour it is undefined whether they are over.
    const isNear = (i: number) =>
      [0.4, 0.7].some((at) => Math.abs((places[i] ?? 0) / road.length - at) < 0.02)
    const errors = truth.map((seconds, i) => Math.abs((gap?.seconds[i] ?? 0) - seconds))
    expect(Math.max(...errors.filter((_, i) => !isNear(i)))).toBeLessThan(6)
    expect(Math.max(...truth) - Math.min(...truth)).toBeGreaterThan(350)
  })

  test('starts at zero at the first place that both passed', () => {
    const random = randomOf(SEED)
    const road = windingRoad(random, { length: 3000 })
    const one = recordTrip(road, random, { speed: 4, every: 1, noise: 0, late: 400 })
    const other = recordTrip(road, random, { speed: 4, every: 1, noise: 0 })
    const { gap } = gapsAt(one, other, commonPlaces(one, other))
    expect(Math.abs(gap?.seconds.find((seconds) => !Number.isNaN(seconds)) ?? 99)).toBeLessThan(3)
  })

  test('is undefined when the two follow different courses', () => {
    for (let i = 0; i < runs(100).numRuns; i++) {
      const random = randomOf(SEED + i)
      const heading = pick(random, 0, 6)
      const road = windingRoad(random, { length: 5000, heading, bend: 0.001 })
      const common = road.slice(0, 400)
      const away = windingRoad(random, {
        ...{ length: 3000, heading: heading + pick(random, 1, 2), bend: 0.001 },
        from: common.at(-1) ?? [0, 0],
      })
      const going = { speed: 4, every: 2, noise: 3 }
      const one = recordTrip(road, random, going)
      const other = recordTrip([...common, ...away.slice(1)], random, going)
      const { gap, places } = gapsAt(one, { ...other, passed: one.passed }, commonPlaces(one, one))
      const isThere = (place: number) => !Number.isNaN(gap?.seconds[places.indexOf(place)] ?? 0)
      expect(places.filter((place) => place < 380).every(isThere)).toBe(true)
      expect(places.filter((place) => place > 440).some(isThere)).toBe(false)
    }
  })

  test('is undefined for a mere crossing and for the same course in the opposite direction', () => {
    for (let i = 0; i < runs(100).numRuns; i++) {
      const random = randomOf(SEED + i)
      const heading = pick(random, 0, 6)
      const road = windingRoad(random, { length: 4000, heading, bend: 0 })
      const middle = road[400] ?? [0, 0]
      const across = heading + pick(random, 1, 2)
      const [dx, dy] = [2000 * Math.cos(across), 2000 * Math.sin(across)]
      const crossing = windingRoad(random, {
        ...{ length: 4000, heading: across, bend: 0 },
        from: [middle[0] - dx, middle[1] - dy],
      })
      const going = { speed: 4, every: 2, noise: 3 }
      const trace = (way: Road) => joinTrace([measured(recordTrip(way, random, going).points)])
      const marks = Float64Array.from({ length: 40 }, (_, mark) => mark * 100)
      const one = trace(road)
      for (const other of [crossing, road.toReversed()])
        expect(computeGap(one, trace(other), marks)).toBeUndefined()
    }
  })
})
