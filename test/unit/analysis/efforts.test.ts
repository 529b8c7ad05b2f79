import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Course, joinCourse } from '@/domain/analysis/course'
import { EFFORT_DISTANCES, EFFORT_SECONDS, findEfforts } from '@/domain/analysis/efforts'
import { MAX_HOLD_TIME } from '@/domain/analysis/running-sums'
import { LONG_TIME_LIMIT, runs } from '../../support/properties'
import { someCourse } from '../../support/random-course'
import { EIGHT, line, SECOND, segmentOf } from '../../support/segments'

/** Metres between the positions at which the brute-force search starts. */
const GRID = 1

/** The index of the first point after a position, or of the first point at or after it. */
function indexBehind(along: Float64Array, place: number, orThere: boolean): number {
  let [low, high] = [0, along.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const there = along[middle] ?? 0
    if (there < place || (there === place && !orThere)) low = middle + 1
    else high = middle
  }
  return low
}

/** The value at a position: the first or last one, where several points have the same position. */
function at(along: Float64Array, value: Float64Array, place: number, which: 'first' | 'last') {
  const next = indexBehind(along, place, which === 'first')
  const there = which === 'first' ? next : next - 1
  if (along[there] === place) return value[there] ?? Number.NaN
  const [a, b] = [along[next - 1] ?? Number.NaN, along[next] ?? Number.NaN]
  const share = (place - a) / (b - a)
  return (value[next - 1] ?? 0) * (1 - share) + (value[next] ?? 0) * share
}

function bruteFastest({ plausibleMetres, seconds, size }: Course, length: number): number {
  const whole = plausibleMetres[size - 1] ?? 0
  let best = Number.POSITIVE_INFINITY
  for (let from = 0; from + length <= whole; from += GRID) {
    const took =
      at(plausibleMetres, seconds, from + length, 'first') -
      at(plausibleMetres, seconds, from, 'last')
    best = Math.min(best, took)
  }
  return best
}

function brutePower({ power, seconds, size, breaks }: Course, length: number): number {
  const whole = seconds[size - 1] ?? 0
  // The power of every second: generated recordings have whole seconds.
  const watts = new Float64Array(Math.round(whole))
  for (let i = 1; i < size; i++) {
    const [before, now] = [seconds[i - 1] ?? 0, seconds[i] ?? 0]
    if (now - before > MAX_HOLD_TIME || breaks.includes(i)) continue
    for (let second = before; second < now; second++) watts[second] = power[i] ?? 0
  }
  let best = 0
  for (let from = 0; from + length <= watts.length; from++)
    best = Math.max(
      best,
      watts.subarray(from, from + length).reduce((sum, w) => sum + w, 0),
    )
  return best / length
}

const bestOf = (course: Course, kind: string, target: number) =>
  findEfforts(course).find((effort) => effort.kind === kind && effort.target === target)?.value

describe('findEfforts', () => {
  test(
    'finds a fastest 400 m and kilometre that brute force does not beat',
    () => {
      fc.assert(
        fc.property(someCourse, fc.constantFrom(400, 1000), (course, length) => {
          const brute = bruteFastest(course, length)
          const found = bestOf(course, 'distance', length)
          if (!Number.isFinite(brute)) return expect(found).toBeUndefined()
          expect(found).toBeLessThanOrEqual(brute + 1e-6)
        }),
        runs(300),
      )
    },
    LONG_TIME_LIMIT,
  )

  test(
    'finds the same highest mean power as brute force',
    () => {
      fc.assert(
        fc.property(someCourse, fc.constantFrom(1, 30, 300, 1200), (course, length) => {
          const brute = brutePower(course, length)
          expect(bestOf(course, 'power', length) ?? 0).toBeCloseTo(brute, 6)
        }),
        runs(700),
      )
    },
    LONG_TIME_LIMIT,
  )

  test('covers the metres of a distance effort in exactly its time', () => {
    fc.assert(
      fc.property(someCourse, (course) => {
        for (const { kind, target, start, elapsed, value } of findEfforts(course)) {
          const whole = course.seconds[course.size - 1] ?? 0
          expect(start + elapsed).toBeLessThanOrEqual(whole + 1e-6)
          if (kind !== 'distance') continue
          expect(value).toBe(elapsed)
          const covered =
            at(course.seconds, course.plausibleMetres, start + elapsed, 'last') -
            at(course.seconds, course.plausibleMetres, start, 'first')
          expect(covered).toBeGreaterThan(target - 1e-3)
        }
      }),
      runs(300),
    )
  })

  test('includes a pause in the middle in the elapsed time', () => {
    const DEGREE = 111_319.49079327358
    const run = (from: number, metre: number) =>
      line(
        101,
        { time: EIGHT + from * SECOND, lat: 0, lon: metre / DEGREE },
        { time: SECOND, lon: 5 / DEGREE },
      )
    const course = joinCourse([run(0, 0), run(160, 500)])
    // Two runs of 500 m in 100 s each, a minute apart.
    expect(bestOf(course, 'distance', 1000)).toBeCloseTo(260, 4)
    expect(bestOf(course, 'distance', 400)).toBeCloseTo(80, 4)
  })

  test('treats a jump of the receiver as a second without distance', () => {
    const DEGREE = 111_319.49079327358
    const metres = Array.from({ length: 601 }, (_, i) => i * 3 + (i > 300 ? 900 : 0))
    const course = joinCourse([
      segmentOf(metres.map((m, i) => ({ time: EIGHT + i * SECOND, lat: 0, lon: m / DEGREE }))),
    ])
    expect(bestOf(course, 'distance', 1000)).toBeCloseTo(1000 / 3 + 1, 3)
  })

  test('averages the heart rate over the time in which it was measured', () => {
    const beat = (from: number, hr: number) =>
      line(
        61,
        { time: EIGHT + from * SECOND, lat: 0, lon: from * 1e-4, hr },
        { time: SECOND, lon: 1e-4 },
      )
    const course = joinCourse([beat(0, 150), beat(600, 170)])
    expect(bestOf(course, 'heart_rate', 60)).toBe(170)
    const two = findEfforts(course).find(
      ({ kind, target }) => kind === 'heart_rate' && target === 120,
    )
    expect(two).toMatchObject({ value: 160, start: 0, elapsed: 660 })
    expect(bestOf(course, 'heart_rate', 300)).toBeUndefined()
  })

  test('measures climbing per hour', () => {
    // 0.25 m/s: 900 m per hour.
    const course = joinCourse([
      line(1201, { time: EIGHT, lat: 0, lon: 0, ele: 100 }, { time: SECOND, lon: 1e-5, ele: 0.25 }),
    ])
    expect(bestOf(course, 'climbing', 1200)).toBeCloseTo(900, 6)
    expect(bestOf(course, 'climbing', 1800)).toBeUndefined()
  })

  test('has targets in ascending order', () => {
    for (const targets of [EFFORT_DISTANCES, ...Object.values(EFFORT_SECONDS)])
      expect([...targets]).toEqual([...targets].sort((one, other) => one - other))
  })
})
