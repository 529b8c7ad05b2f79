import { describe, expect, test } from 'bun:test'
import { compareWithCourse, isOnCourse, outlineOfCourse } from '@/domain/courses/compare-course'
import { placeFromHome, randomNumbers } from '../../support/rides-around-home'

type Places = readonly (readonly [east: number, north: number])[]

/** The outline of a line through places east and north of home, in metres. */
function outline(places: Places) {
  const positions = places.map((place) => placeFromHome(...place))
  return outlineOfCourse({
    lat: Float64Array.from(positions, ([lat]) => lat),
    lon: Float64Array.from(positions, ([, lon]) => lon),
  })
}

const COURSE: Places = [
  [0, 0],
  [2000, 0],
  [2000, 2000],
]
const course = outline(COURSE)

describe('compareWithCourse', () => {
  test('finds the whole course in a recording of it', () => {
    expect(compareWithCourse(outline(COURSE), course)).toEqual({ followed: 1, deviation: 0 })
  })

  test('counts the part of the course that was followed, in any direction', () => {
    const { followed, deviation } = compareWithCourse(
      outline([
        [2000, 0],
        [1000, 0],
      ]),
      course,
    )
    // A quarter of the course, and 40 m beyond each end.
    expect(followed).toBeGreaterThan(0.25)
    expect(followed).toBeLessThan(0.275)
    // The line through the places of the course cuts its corner.
    expect(deviation).toBeLessThan(7)
  })

  test('measures a detour', () => {
    const detour: Places = [
      [0, 0],
      [500, 0],
      [500, -300],
      [1500, -300],
      [1500, 0],
      [2000, 0],
      [2000, 2000],
    ]
    const { followed, deviation } = compareWithCourse(outline(detour), course)
    expect(deviation).toBeGreaterThan(295)
    expect(deviation).toBeLessThan(301)
    expect(followed).toBeGreaterThan(0.75)
    expect(followed).toBeLessThan(0.8)
  })

  test('ignores the way to the course and home', () => {
    const more = outline([[-3000, -900], ...COURSE, [5000, 6000]])
    expect(compareWithCourse(more, course)).toEqual({ followed: 1, deviation: expect.any(Number) })
    expect(compareWithCourse(more, course).deviation).toBeLessThan(41)
  })

  test('finds nothing of the course elsewhere', () => {
    const elsewhere = outline([
      [5000, 5000],
      [9000, 5000],
    ])
    expect(compareWithCourse(elsewhere, course)).toEqual({ followed: 0, deviation: null })
  })

  test('accepts lines that are a single place', () => {
    const place = outline([
      [0, 0],
      [3, 0],
    ])
    expect(compareWithCourse(place, place)).toEqual({ followed: 1, deviation: 0 })
    expect(compareWithCourse(place, course).followed).toBeLessThan(0.05)
    expect(compareWithCourse(course, place).followed).toBe(1)
  })

  test('equals the distances between all places', () => {
    const random = randomNumbers(7)
    for (let run = 0; run < 20; run++) {
      const ridden = COURSE.flatMap(([east, north]) => [
        [east + 200 * (random() - 0.5), north + 200 * (random() - 0.5)] as const,
      ])
      const line = outline(ridden)
      const distances = distancesOf(line, course)
      const near = distances.map((metres) => metres <= 41.3)
      const inside = distances.slice(near.indexOf(true), near.lastIndexOf(true) + 1)
      const { deviation } = compareWithCourse(line, course)
      if (inside.length === 0) expect(deviation).toBeNull()
      // Places of the course are at most 20 m apart, so that its line is up to 6 m nearer.
      else {
        expect(deviation).toBeLessThanOrEqual(Math.max(...inside) + 0.01)
        expect(deviation).toBeGreaterThan(Math.max(...inside) - 8)
      }
    }
  })

  test('compares long lines quickly enough for a request', () => {
    const long: Places = Array.from({ length: 4000 }, (_, i) => [i * 40, 3000 * Math.sin(i / 50)])
    const shifted: Places = long.map(([east, north]) => [east, north + 400])
    const started = process.cpuUsage()
    compareWithCourse(outline(shifted), outline(long))
    const { user } = process.cpuUsage(started)
    expect(user / 1000).toBeLessThan(2000)
  })
})

/** Metres from each place of an outline to the nearest place of another one. */
function distancesOf(one: ReturnType<typeof outline>, other: ReturnType<typeof outline>): number[] {
  return Array.from({ length: one.size }, (_, i) =>
    Math.min(
      ...Array.from({ length: other.size }, (_, k) =>
        Math.hypot(
          ...[0, 1, 2].map(
            (axis) => (one.places[3 * i + axis] ?? 0) - (other.places[3 * k + axis] ?? 0),
          ),
        ),
      ),
    ),
  )
}

describe('isOnCourse', () => {
  test('accepts a recording of the whole course with some noise, in its direction only', () => {
    const random = randomNumbers(3)
    const noisy = Array.from({ length: 201 }, (_, i): [number, number] => {
      const along = i * 20
      const [east, north] = along < 2000 ? [along, 0] : [2000, along - 2000]
      return [east + 10 * random(), north + 10 * random()]
    })
    expect(isOnCourse(outline(noisy), course)).toBe(true)
    expect(isOnCourse(outline(noisy.toReversed()), course)).toBe(false)
    expect(isOnCourse(outline(noisy.slice(0, 150)), course)).toBe(false)
  })
})
