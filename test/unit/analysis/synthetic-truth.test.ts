import { describe, expect, test } from 'bun:test'
import { findClimbs } from '@/domain/analysis/climbs'
import { type Course, joinCourse } from '@/domain/analysis/course'
import { findEfforts } from '@/domain/analysis/efforts'
import { relativeEnergyCost, sumLevelMetres } from '@/domain/analysis/graded'
import { totalSeconds } from '@/domain/analysis/histogram'
import { measureIntensity } from '@/domain/analysis/intensity'
import { splitCourse } from '@/domain/analysis/splits'
import { measureSteps } from '@/domain/tracks/streams/packed-segment'
import type { Segment } from '@/domain/tracks/track'
import { randomOf } from '../../support/ride'
import { EIGHT, SECOND, segmentOf } from '../../support/segments'

/** Metres per degree of longitude on the equator, where all of these recordings are. */
const DEGREE = 111_319.49079327358
const SPEED = 10_000 / 3000
const THRESHOLD = 1

/** A flat run of 10 km in 50 minutes with a point per second. */
const flatRun = (eleAt: (second: number) => number): Segment =>
  segmentOf(
    Array.from({ length: 3001 }, (_, i) => ({
      ...{ time: EIGHT + i * SECOND, lat: 0, lon: (i * SPEED) / DEGREE, ele: eleAt(i) },
      ...{ hr: 150 },
    })),
  )

/** Normally distributed numbers (Box–Muller). */
function noiseOf(seed: number): () => number {
  const random = randomOf(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Drift by up to a number of metres up or down, to another value every half minute. */
function wandering(metres: number): (second: number) => number {
  const random = randomOf(28)
  const drifts = Array.from({ length: 102 }, () => (2 * random() - 1) * metres)
  return (second) => {
    const at = Math.floor(second / 30)
    const share = second / 30 - at
    return 100 + (1 - share) * (drifts[at] ?? 0) + share * (drifts[at + 1] ?? 0)
  }
}

/** Drift up and down by metres in a number of seconds. */
const waving =
  (metres: number, seconds: number) =>
  (second: number): number =>
    100 + metres * Math.sin((2 * Math.PI * second) / seconds)

const white = noiseOf(7)
const length = ({ metres, size }: Course) => metres[size - 1] ?? 0
/** Proportional to rTSS. */
const loadOf = (course: Course) => {
  const { seconds = 0, gradedSpeed = 0 } = measureIntensity(course) ?? {}
  return seconds * gradedSpeed ** 2
}

describe('a flat run of 10 km', () => {
  const truth = joinCourse([flatRun(() => 100)])
  const noisy: [string, (second: number) => number][] = [
    ['3 m of drift', wandering(3)],
    ['5 m of drift', wandering(5)],
    ['waves of 3 m', waving(3, 20)],
    ['waves of 5 m every 2 minutes', waving(5, 120)],
    ['waves of 5 m every 3 minutes', waving(5, 180)],
    ['slow waves of 5 m', waving(5, 600)],
    ['2 m of white noise', () => 100 + 2 * white()],
  ]
  for (const [name, eleAt] of noisy)
    test(`has the distance, best effort, load and climbs of the truth with ${name}`, () => {
      const course = joinCourse([flatRun(eleAt)])
      expect(Math.abs(length(course) / 10_000 - 1)).toBeLessThan(0.005)
      const efforts = findEfforts(course)
      const best = efforts.find(({ kind, target }) => kind === 'distance' && target === 5000)
      expect(Math.abs((best?.value ?? 0) / 1500 - 1)).toBeLessThan(0.01)
      expect(Math.abs(loadOf(course) / loadOf(truth) - 1)).toBeLessThan(0.02)
      const fastest = efforts.filter(({ kind }) => kind === 'climbing').map(({ value }) => value)
      expect(Math.max(0, ...fastest)).toBeLessThanOrEqual(50)
      expect(findClimbs(course)).toEqual([])
    })
})

test('hills from 10 m on keep all of their load', () => {
  // Triangles, so that every point of the run is on a gradient of 4 %.
  const hills = (second: number) => {
    const at = ((second * SPEED) % 800) / 400
    return 100 + 16 * (at < 1 ? at : 2 - at)
  }
  const level = sumLevelMetres(joinCourse([flatRun(hills)]))
  const expected = (relativeEnergyCost(0.04) + relativeEnergyCost(-0.04)) / 2
  // The gradient is averaged around the tops, which costs less.
  expect((level?.at(-1) ?? 0) / 10_000 - 1).toBeGreaterThan(0.5 * (expected - 1))
  expect((level?.at(-1) ?? 0) / 10_000).toBeLessThan(expected)
})

test('a smart recording counts heart rate and power for the whole moving time', () => {
  // A point every 5 to 45 seconds for an hour.
  const gaps = Array.from({ length: 144 }, (_, i) => 5 + ((i * 17) % 41))
  let second = 0
  const points = [0, ...gaps].map((gap) => {
    second += gap
    const at = { time: EIGHT + second * SECOND, lat: 0, lon: (second * SPEED) / DEGREE }
    return { ...at, hr: 150, power: 200 }
  })
  const course = joinCourse([segmentOf(points)])
  expect(course.isIrregular).toBe(true)
  const intensity = measureIntensity(course)
  expect(intensity?.heartRate && totalSeconds(intensity.heartRate)).toBe(second)
  expect(intensity?.power && totalSeconds(intensity.power)).toBe(second)
  expect(intensity?.seconds).toBe(second)
})

test('a sample holds for a minute at most, and not through a pause of the device', () => {
  const at = (second: number) => ({ time: EIGHT + second * SECOND, hr: 150 })
  const [before, after] = [[0, 15, 45, 245].map(at), [400, 420].map(at)]
  const intensity = measureIntensity(joinCourse([segmentOf(before), segmentOf(after)]))
  expect(intensity?.heartRate && totalSeconds(intensity.heartRate)).toBe(15 + 30 + 60 + 20)
})

test('a recording with a point per second counts the time since the previous point, as before', () => {
  const points = Array.from({ length: 61 }, (_, i) => ({
    ...{ time: EIGHT + i * SECOND, hr: i < 31 ? 100 : 200 },
  }))
  const heartRate = measureIntensity(joinCourse([segmentOf(points)]))?.heartRate
  expect(heartRate && totalSeconds(heartRate)).toBe(60)
  expect(heartRate?.seconds[0]).toBe(30)
})

/** An hour on a trainer at 9 m/s by the wheel, with the device's total. */
const trainer = () => {
  const points = segmentOf(
    Array.from({ length: 3601 }, (_, i) => ({ time: EIGHT + i * SECOND, power: 200 })),
  )
  const values = Float32Array.from({ length: 3601 }, (_, i) => i * 9)
  const extra = [{ name: 'distance', unit: 'm', isOwn: false, values }]
  return { ...points, extra, speed: new Float64Array(3601) }
}

test('a trainer ride has splits and efforts by the distance of the device', () => {
  const { points, steps } = measureSteps(trainer(), { distance: 32.41, isByDevice: false })
  const course = joinCourse([points], [steps])
  const splits = splitCourse(course, 1000, THRESHOLD)
  expect(splits).toHaveLength(33)
  expect(splits.reduce((sum, { distance }) => sum + distance, 0)).toBeCloseTo(32_410, 3)
  const hour = findEfforts(course).find(({ kind, target }) => kind === 'duration' && target > 3000)
  expect(hour?.value).toBeCloseTo(32_410, 3)
})

test('splits add up to the total of a workout that its device measured', () => {
  const run = { ...flatRun(() => 100), speed: new Float64Array(3001) }
  const lengthsWith = (isByDevice: boolean) => {
    const { points, steps } = measureSteps(run, { distance: 10.12, isByDevice })
    return splitCourse(joinCourse([points], [steps]), 1000, THRESHOLD).reduce(
      (sum, { distance }) => sum + distance,
      0,
    )
  }
  expect(lengthsWith(true)).toBeCloseTo(10_120, 3)
  expect(lengthsWith(false)).toBeCloseTo(10_000, 0)
})
