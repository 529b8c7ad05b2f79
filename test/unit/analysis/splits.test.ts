import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { joinCourse } from '@/domain/analysis/course'
import { findPauses } from '@/domain/analysis/pauses'
import { smoothProfile, sumClimbs } from '@/domain/analysis/running-sums'
import { splitCourse } from '@/domain/analysis/splits'
import { runs } from '../../support/properties'
import { someCourse } from '../../support/random-course'
import { EIGHT, line, SECOND } from '../../support/segments'

const DEGREE = 111_319.49079327358
/** 5 m/s, 200 W, 150 bpm and 0.1 m of climb per second. */
const steady = (seconds: number, from = 0, metre = 0) =>
  line(
    seconds + 1,
    {
      ...{ time: EIGHT + from * SECOND, lat: 0, lon: metre / DEGREE, ele: 100 },
      ...{ hr: 150, power: 200, cadence: 90 },
    },
    { time: SECOND, lon: 5 / DEGREE, ele: 0.1 },
  )

const THRESHOLD = 1

describe('splitCourse', () => {
  test('splits between points and returns the rest as the last part', () => {
    // 2.6 km over ground in 520 s.
    const course = joinCourse([steady(520)])
    const whole = course.metres[course.size - 1] ?? 0
    const [first, second, third, ...rest] = splitCourse(course, 1000, THRESHOLD)
    expect(rest).toEqual([])
    expect(first).toMatchObject({ distance: 1000, start: 0, aveHr: 150 })
    expect(first?.aveCadence).toBeCloseTo(90, 9)
    expect(whole).toBeCloseTo(2600, 3)
    expect(first?.elapsed).toBeCloseTo((1000 / whole) * 520, 6)
    expect(second?.start).toBeCloseTo((1000 / whole) * 520, 6)
    expect(third?.distance).toBeCloseTo(whole - 2000, 6)
    expect(third?.avePower).toBeCloseTo(200, 9)
  })

  test('includes a pause between segments in the part in which it occurred', () => {
    const parts = splitCourse(joinCourse([steady(300), steady(300, 900, 1500)]), 1000, THRESHOLD)
    const rounded = (of: 'elapsed' | 'moving') =>
      parts.slice(0, 3).map((part) => Math.round(part[of]))
    expect(rounded('elapsed')).toEqual([200, 800, 200])
    expect(rounded('moving')).toEqual([200, 200, 200])
  })

  test('has a speed without jumps of the receiver, which the distance includes', () => {
    const ride = steady(600)
    // 500 m in one second.
    ride.lon.forEach((degrees, i) => {
      if (i >= 150) ride.lon[i] = degrees + 500 / DEGREE
    })
    const course = joinCourse([ride])
    const parts = splitCourse(course, 1000, THRESHOLD)
    const [first] = parts
    expect((first?.distance ?? 0) / (first?.moving ?? 1)).toBeGreaterThan(6)
    expect(Math.max(...parts.map(({ speed }) => speed ?? 0))).toBeLessThan(5.1)
    expect(splitCourse(joinCourse([steady(600)]), 1000, THRESHOLD)[0]?.speed).toBeCloseTo(5, 3)
  })

  test('omits missing sensors and elevations', () => {
    const bare = line(301, { time: EIGHT, lat: 0, lon: 0 }, { time: SECOND, lon: 5 / DEGREE })
    expect(splitCourse(joinCourse([bare]), 1000, THRESHOLD)[0]).toMatchObject({
      ...{ ascent: null, descent: null, aveHr: null, aveCadence: null, avePower: null },
    })
  })

  test('returns nothing without distance', () => {
    expect(splitCourse(joinCourse([]), 1000, THRESHOLD)).toEqual([])
    const still = line(20, { time: EIGHT, hr: 100 }, { time: SECOND })
    expect(splitCourse(joinCourse([still]), 1000, THRESHOLD)).toEqual([])
  })

  test('returns parts that add up to the whole', () => {
    fc.assert(
      fc.property(someCourse, fc.constantFrom(100, 1000, 1609.344), (course, length) => {
        const parts = splitCourse(course, length, THRESHOLD)
        const sum = (of: (part: (typeof parts)[number]) => number | null) =>
          parts.reduce((total, part) => total + (of(part) ?? 0), 0)
        expect(sum(({ distance }) => distance)).toBeCloseTo(course.metres[course.size - 1] ?? 0, 6)
        expect(sum(({ elapsed }) => elapsed)).toBeCloseTo(course.seconds[course.size - 1] ?? 0, 6)
        const profile = smoothProfile(course)
        const climbed = profile && sumClimbs(course, profile).up.at(-1)
        expect(sum(({ ascent }) => ascent)).toBeCloseTo(climbed ?? 0, 6)
        for (const [i, part] of parts.entries())
          expect(part.start).toBeCloseTo(
            parts.slice(0, i).reduce((total, { elapsed }) => total + elapsed, 0),
            6,
          )
      }),
      runs(200),
    )
  })
})

describe('findPauses', () => {
  test('returns breaks and stops, but not slow crossings', () => {
    const standing = (seconds: number, from: number, metre: number) =>
      line(
        seconds + 1,
        { time: EIGHT + from * SECOND, lat: 0, lon: metre / DEGREE },
        { time: SECOND },
      )
    const course = joinCourse([
      steady(100),
      steady(100, 160, 500),
      standing(30, 260, 1000),
      steady(100, 290, 1000),
      standing(5, 390, 1500),
      steady(100, 395, 1500),
    ])
    const pauses = findPauses(course, THRESHOLD).map((pause) => ({
      ...pause,
      metres: Math.round(pause.metres),
    }))
    expect(pauses).toEqual([
      { start: 100, elapsed: 60, metres: 500, isUnrecorded: true },
      { start: 260, elapsed: 30, metres: 1000, isUnrecorded: true },
    ])
  })

  test('returns nothing without points', () => {
    expect(findPauses(joinCourse([]), THRESHOLD)).toEqual([])
  })
})
