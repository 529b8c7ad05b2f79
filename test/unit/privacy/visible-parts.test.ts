import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { drawOffset, hiddenAreaOf, type PrivacyZone } from '@/domain/privacy/hidden-area'
import { findVisibleParts } from '@/domain/privacy/visible-parts'
import { runs } from '../../support/properties'
import {
  placeFromHome as at,
  fitCircle,
  HOME,
  METRES_PER_DEGREE,
  rideAroundHome as ride,
  randomNumbers as seeded,
} from '../../support/rides-around-home'

const RADIUS = 200

/** A segment through positions east and north of home in metres; null: a point without position. */
function segmentOf(places: readonly (readonly [east: number, north: number] | null)[]) {
  const positions = places.map((place) => (place ? at(...place) : [Number.NaN, Number.NaN]))
  return {
    lat: Float64Array.from(positions, ([lat = 0]) => lat),
    lon: Float64Array.from(positions, ([, lon = 0]) => lon),
  }
}

const zone = (changes: Partial<PrivacyZone> = {}): PrivacyZone => ({
  outline: [[HOME.longitude, HOME.latitude]],
  radius: RADIUS,
  ...{ offsetNorth: 0, offsetEast: 160, hidesPassages: true },
  ...changes,
})

const rules = (...zones: PrivacyZone[]) => ({ areas: zones.map(hiddenAreaOf), hiddenMetres: 0 })

/** A line along the parallel of home, with a point every 50 metres. */
const eastward = (from: number, to: number) =>
  Array.from({ length: (to - from) / 50 + 1 }, (_, i) => [from + i * 50, 0] as const)

/** The visible places of one segment, in metres east of home. */
function eastOf(places: Parameters<typeof segmentOf>[0], wanted = rules(zone())) {
  return findVisibleParts([segmentOf(places)], wanted).map(({ start, end }) =>
    places.slice(start, end).map((place) => place?.[0] ?? null),
  )
}

describe('the parts of a recording that others see', () => {
  test('begin outside of the hidden area, which is shifted and twice as large as the zone', () => {
    const [part = []] = eastOf(eastward(0, 1000))
    expect(part[0]).toBe(600)
    expect(part.at(-1)).toBe(1000)
  })

  test('end before the hidden area', () => {
    const [part = []] = eastOf(eastward(-1000, 0))
    expect([part[0], part.at(-1)]).toEqual([-1000, -250])
  })

  test('do not include passages', () => {
    expect(eastOf(eastward(-500, 1000)).map((part) => [part[0], part.at(-1)])).toEqual([
      [-500, -250],
      [600, 1000],
    ])
  })

  test('include passages through a zone that shows them, but no start, end or stop in it', () => {
    const open = rules(zone({ hidesPassages: false }))
    expect(eastOf(eastward(-500, 1000), open)).toHaveLength(1)
    expect(eastOf(eastward(0, 1000), open)[0]?.[0]).toBe(600)
    const [before, after] = [eastward(-500, 0), eastward(0, 1000)].map(segmentOf)
    const parts = before && after ? findVisibleParts([before, after], open) : []
    expect(parts).toEqual([
      { segment: 0, start: 0, end: 6 },
      { segment: 1, start: 12, end: 21 },
    ])
  })

  test('do not include points without position next to hidden ones', () => {
    const lost = [...eastward(0, 500), null, null, ...eastward(650, 800), null]
    expect(eastOf(lost)).toEqual([[650, 700, 750, 800, null]])
  })

  test('do not include segments without positions between hidden points', () => {
    const segments = [eastward(0, 500), [null, null], eastward(0, 700)].map(segmentOf)
    expect(findVisibleParts(segments, rules(zone()))).toEqual([{ segment: 2, start: 12, end: 15 }])
  })

  test('are everything without positions, and nothing if all of it is in a zone', () => {
    expect(findVisibleParts([segmentOf([null, null])], rules(zone()))).toHaveLength(1)
    expect(findVisibleParts([segmentOf(eastward(0, 200))], rules(zone()))).toEqual([])
  })

  test('do not include the requested length at both ends, across segments', () => {
    const segments = [eastward(0, 100), eastward(100, 1000)].map(segmentOf)
    const parts = findVisibleParts(segments, { areas: [], hiddenMetres: 220 })
    expect(parts).toEqual([{ segment: 1, start: 3, end: 14 }])
  })

  test('are outside of an area and its margin', () => {
    const corners = [at(-100, -100), at(100, -100), at(100, 100), at(-100, 100)]
    const area = zone({
      outline: corners.map(([lat, lon]) => [lon, lat]),
      ...{ radius: 100, offsetEast: 60 },
    })
    const [west, east] = eastOf(eastward(-500, 500), rules(area))
    expect([west?.at(-1), east?.[0]]).toEqual([-150, 300])
  })

  test('are found around a zone on the antimeridian', () => {
    const lon = (metres: number) => 180 + metres / METRES_PER_DEGREE
    const wrapped = (metres: number) => (lon(metres) > 180 ? lon(metres) - 360 : lon(metres))
    const places = [-1000, -300, -100, 100, 300, 1000]
    const segment = {
      lat: new Float64Array(places.length),
      lon: Float64Array.from(places, wrapped),
    }
    const onLine = zone({ outline: [[180, 0]], ...{ offsetEast: 0, offsetNorth: 100 } })
    expect(findVisibleParts([segment], rules(onLine))).toEqual([])
    expect(hiddenAreaOf(onLine).contains(wrapped(300), 0)).toBe(true)
    expect(hiddenAreaOf(onLine).contains(wrapped(500), 0)).toBe(false)
  })
})

const RIDES = 10_000

describe('ten thousand rides from, to and through a zone', () => {
  const random = seeded(7)
  const offset = drawOffset(RADIUS, random)
  const area = hiddenAreaOf(zone(offset))
  const visible = Array.from({ length: RIDES }, () => {
    const places = ride(random)
    const segment = segmentOf(places)
    const parts = findVisibleParts([segment], { areas: [area], hiddenMetres: 0 })
    return parts.map(({ start, end }) => places.slice(start, end))
  })
  /** Places where the visible tracks begin or end around the zone: what an attacker sees of the hidden area. */
  const ends = visible.flatMap((parts) =>
    parts.flatMap((part) => [part[0] ?? [0, 0], part.at(-1) ?? [0, 0]]),
  )
  const near = ends.filter(([x = 0, y = 0]) => Math.hypot(x, y) < 3 * RADIUS)

  test('show no position in the zone', () => {
    const inside = visible.flat(2).filter(([x, y]) => Math.hypot(x, y) <= RADIUS)
    expect(inside).toEqual([])
    expect(near.length).toBeGreaterThan(RIDES / 2)
  })

  test('let nobody estimate the centre better than to half the radius', () => {
    const [x, y] = fitCircle(near)
    // The fit is precise, but what it finds is the centre of the hidden area.
    expect(Math.hypot(x - offset.offsetEast, y - offset.offsetNorth)).toBeLessThan(20)
    expect(Math.hypot(x, y)).toBeGreaterThan(RADIUS / 2 - 20)
  })

  test('do not let the density of their ends point to the centre', () => {
    const mean = (axis: 0 | 1) =>
      near.reduce((sum, place) => sum + (place[axis] ?? 0), 0) / near.length
    expect(Math.hypot(mean(0), mean(1))).toBeGreaterThan(RADIUS / 4)
  })
})

describe('a hidden area', () => {
  test('always covers its zone, and is shifted by at least half the radius', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -84, max: 84, noNaN: true }),
        fc.integer({ min: 50, max: 5000 }),
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
          ...{ minLength: 3, maxLength: 3 },
        }),
        (latitude, radius, [first = 0, second = 0, third = 0]) => {
          const numbers = [first, second]
          const offset = drawOffset(radius, () => numbers.shift() ?? 0)
          const shift = Math.hypot(offset.offsetNorth, offset.offsetEast)
          expect(shift).toBeGreaterThanOrEqual(radius / 2 - 1e-6)
          const { contains } = hiddenAreaOf({
            ...{ outline: [[7, latitude]], radius, ...offset, hidesPassages: true },
          })
          const bearing = 2 * Math.PI * third
          const scale = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)
          expect(
            contains(
              7 + (radius * Math.sin(bearing)) / scale,
              latitude + (radius * Math.cos(bearing)) / METRES_PER_DEGREE,
            ),
          ).toBe(true)
        },
      ),
      runs(500),
    )
  })
})
