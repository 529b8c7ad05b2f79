import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Course, joinCourse } from '@/domain/analysis/course'
import {
  decodeHistogram,
  encodeHistogram,
  meanValue,
  timeBetween,
  toHistogram,
  totalSeconds,
} from '@/domain/analysis/histogram'
import { type Intensity, measureIntensity } from '@/domain/analysis/intensity'
import { MAX_HOLD_TIME } from '@/domain/analysis/running-sums'
import { LONG_TIME_LIMIT, runs } from '../../support/properties'
import { someCourse } from '../../support/random-course'
import { EIGHT, line, SECOND, segmentOf } from '../../support/segments'

const METRES_PER_DEGREE = 111_319.49079327358

function intensityOf(course: Course): Intensity {
  const intensity = measureIntensity(course)
  if (!intensity) throw new Error('nothing was measured')
  return intensity
}

/** A point per second on the equator. */
const ride = (
  seconds: number,
  at: (second: number) => { hr?: number; power?: number },
  speed = 3,
) =>
  joinCourse([
    segmentOf(
      Array.from({ length: seconds + 1 }, (_, second) => ({
        time: EIGHT + second * SECOND,
        lat: 0,
        lon: (second * speed) / METRES_PER_DEGREE,
        ...at(second),
      })),
    ),
  ])

/** The readings of all seconds with the sensor. Generated courses have whole seconds. */
function everySecond({ seconds, size, breaks, ...course }: Course, sensor: 'hr' | 'power') {
  const readings: number[] = []
  for (let i = 1; i < size; i++) {
    const elapsed = (seconds[i] ?? 0) - (seconds[i - 1] ?? 0)
    if (elapsed > MAX_HOLD_TIME || breaks.includes(i)) continue
    for (let second = 0; second < elapsed; second++) readings.push(course[sensor][i] ?? 0)
  }
  return readings
}

describe('histograms of time by value', () => {
  test(
    'round-trip',
    () => {
      const count = fc.oneof(fc.constant(0), fc.nat({ max: 5 }), fc.nat({ max: 1e6 }))
      fc.assert(
        fc.property(fc.nat({ max: 4000 }), fc.array(count), (first, seconds) => {
          const histogram = { first, seconds: Uint32Array.from(seconds) }
          expect(decodeHistogram(encodeHistogram(histogram))).toEqual(histogram)
        }),
        runs(300),
      )
    },
    LONG_TIME_LIMIT,
  )

  test(
    'are exact to the second in every range, however short its parts are',
    () => {
      const part = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true }))
      fc.assert(
        fc.property(
          fc.array(part, { maxLength: 80 }),
          fc.nat({ max: 80 }),
          fc.nat({ max: 80 }),
          (parts, one, other) => {
            const histogram = toHistogram(Float64Array.from(parts))
            const [low, high] = [Math.min(one, other), Math.max(one, other)]
            const exact = parts.slice(low + 1, high + 1).reduce((sum, time) => sum + time, 0)
            const told = histogram ? (timeBetween(histogram, [low, high])[1] ?? 0) : 0
            expect(Math.abs(told - exact)).toBeLessThanOrEqual(1 + 1e-9)
          },
        ),
        runs(500),
      )
    },
    LONG_TIME_LIMIT,
  )

  test('that are damaged are rejected without using all memory', () => {
    const endless = [255, 255, 255, 255, 255, 127]
    for (const bytes of [
      [100, 0, ...endless],
      [100, ...Array(200_000).fill(1)],
    ])
      expect(() => decodeHistogram(Uint8Array.from(bytes))).toThrow('damaged')
  })

  test('count a boundary value in the range below it', () => {
    const histogram = { first: 100, seconds: Uint32Array.from([5, 0, 7, 11]) }
    expect(timeBetween(histogram, [99, 100, 102])).toEqual([0, 5, 7, 11])
    expect(timeBetween(histogram, [200])).toEqual([23, 0])
    expect(totalSeconds(histogram)).toBe(23)
    expect(meanValue(histogram)).toBeCloseTo((500 + 714 + 1133) / 23, 9)
  })

  test(
    'of heart rate and power are the sum of all seconds',
    () => {
      fc.assert(
        fc.property(someCourse, (course) => {
          const { heartRate, power } = intensityOf(course)
          for (const [sensor, histogram] of [
            ['hr', heartRate],
            ['power', power],
          ] as const) {
            const expected = new Map<number, number>()
            for (const reading of everySecond(course, sensor).map(Math.round))
              expected.set(reading, (expected.get(reading) ?? 0) + 1)
            const found = [...(histogram?.seconds ?? [])].map(
              (seconds, i) => [(histogram?.first ?? 0) + i, seconds] as const,
            )
            expect(new Map(found.filter(([, seconds]) => seconds > 0))).toEqual(
              new Map([...expected].toSorted(([one], [other]) => one - other)),
            )
          }
        }),
        runs(60),
      )
    },
    LONG_TIME_LIMIT,
  )

  test('of pace exclude standing still', () => {
    const metres = (second: number) => 4 * Math.min(second, 600) + 4 * Math.max(0, second - 1200)
    const points = Array.from({ length: 1801 }, (_, second) => ({
      time: EIGHT + second * SECOND,
      lat: 0,
      lon: metres(second) / METRES_PER_DEGREE,
    }))
    const { pace, seconds } = intensityOf(joinCourse([segmentOf(points)]))
    expect(seconds).toBe(1800)
    // Pace is averaged over ten seconds, so nine more seconds are slow before and after the stop.
    expect(pace && timeBetween(pace, [249, 250, 1000, 2000])).toEqual([0, 1191, 14, 2, 2])
  })
})

test('histograms of pace are stored for sports on foot at plausible speeds only', () => {
  const { pace } = intensityOf(ride(600, () => ({}), 4))
  expect(pace && [meanValue(pace), totalSeconds(pace)]).toEqual([250, 600])
  expect(intensityOf(ride(600, () => ({}), 8)).pace).toBeUndefined()
})

describe('normalised power', () => {
  test(
    'is the fourth root of the mean fourth power of 30-second means',
    () => {
      fc.assert(
        fc.property(someCourse, (course) => {
          const watts = everySecond(course, 'power')
          const means = watts.slice(29).map((_, i) => {
            const window = watts.slice(i, i + 30)
            return window.reduce((sum, power) => sum + power, 0) / 30
          })
          const mean = means.reduce((sum, power) => sum + power ** 4, 0) / means.length
          const { normalisedPower } = intensityOf(course)
          if (means.length === 0) expect(normalisedPower).toBeUndefined()
          else expect(normalisedPower).toBeCloseTo(mean ** 0.25, 6)
        }),
        runs(60),
      )
    },
    LONG_TIME_LIMIT,
  )

  test('equals steady power and exceeds the mean of variable power', () => {
    expect(intensityOf(ride(3600, () => ({ power: 250 }))).normalisedPower).toBeCloseTo(250, 9)
    // Computed by hand: 571 means of 100 W and of 300 W, and 29 between them that rise by 200/30 W each.
    const steps = Array.from({ length: 29 }, (_, i) => (100 + ((i + 1) * 200) / 30) ** 4)
    const between = steps.reduce((sum, power) => sum + power, 0)
    const expected = ((571 * 100 ** 4 + between + 571 * 300 ** 4) / 1171) ** 0.25
    const twice = ride(1200, (second) => ({ power: second <= 600 ? 100 : 300 }))
    expect(intensityOf(twice).normalisedPower).toBeCloseTo(expected, 6)
  })

  test('clamps each reading like the histogram: to zero and the maximum of a sensor', () => {
    const turns = (low: number, high: number) =>
      intensityOf(ride(1200, (second) => ({ power: second % 120 < 60 ? low : high })))
    expect(turns(-400, 200)).toEqual(turns(0, 200))
    expect(turns(100, 60_000)).toEqual(turns(100, 3000))
    const beating = (low: number, high: number) =>
      intensityOf(ride(1800, (second) => ({ power: 200, hr: second % 120 < 60 ? low : high })))
    expect(beating(-1, 999)).toEqual(beating(0, 255))
  })

  test('ignores time without recording', () => {
    const before = line(601, { time: EIGHT, power: 200, lat: 0, lon: 0 }, { time: SECOND })
    const after = line(
      601,
      { time: EIGHT + 7200 * SECOND, power: 200, lat: 0, lon: 0 },
      { time: SECOND },
    )
    const { normalisedPower, seconds, power } = intensityOf(joinCourse([before, after]))
    expect(normalisedPower).toBeCloseTo(200, 9)
    expect({ seconds, power }).toEqual({
      seconds: 1200,
      power: { first: 200, seconds: Uint32Array.of(1200) },
    })
  })
})

describe('grade-adjusted speed', () => {
  test('is the speed on level ground', () => {
    expect(intensityOf(ride(1800, () => ({}), 3.5)).gradedSpeed).toBeCloseTo(3.5, 6)
  })

  test('is higher uphill, by the cost of running', () => {
    const up = segmentOf(
      Array.from({ length: 1801 }, (_, second) => ({
        time: EIGHT + second * SECOND,
        lat: 0,
        lon: (second * 3) / METRES_PER_DEGREE,
        ele: second * 0.3,
      })),
    )
    // 30 cm in 3 m over ground. Minetti 2002: 155.4 i⁵ − 30.4 i⁴ − 43.3 i³ + 46.3 i² + 19.5 i + 3.6 = 5.9682 J/kg/m.
    expect(intensityOf(joinCourse([up])).gradedSpeed).toBeCloseTo((3 * 5.9682) / 3.6, 3)
  })
})

describe('decoupling', () => {
  test('is the relative loss of power and speed per heartbeat from the first half to the second', () => {
    const course = ride(3600, (second) => ({ power: 200, hr: second <= 1800 ? 140 : 147 }))
    const { powerDrift, paceDrift } = intensityOf(course)
    // 200/140 against 200/147.
    expect(powerDrift).toBeCloseTo(1 - 140 / 147, 6)
    expect(paceDrift).toBeCloseTo(1 - 140 / 147, 6)
  })

  test('is undefined for less than twenty minutes', () => {
    const course = ride(1199, () => ({ power: 200, hr: 140 }))
    const { powerDrift, paceDrift } = intensityOf(course)
    expect({ powerDrift, paceDrift }).toEqual({ powerDrift: undefined, paceDrift: undefined })
  })
})

test('measureIntensity returns undefined when nothing was measured', () => {
  expect(measureIntensity(joinCourse([]))).toBeUndefined()
  const still = line(60, { time: EIGHT, lat: 0, lon: 0 }, { time: SECOND })
  expect(measureIntensity(joinCourse([still]))).toBeUndefined()
})
