import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findNearestIndex, getPosition } from '@/web/map/nearest-position'
import { toLatLngs } from '@/web/map/route-lines'

const place = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('findNearestIndex', () => {
  test('accounts for shorter degrees of longitude in the north', () => {
    const places = [place(60, 10.9), place(60.6, 10)]
    expect(findNearestIndex(places, place(60, 10))).toBe(0)
  })

  test('finds positions across the antimeridian', () => {
    expect(findNearestIndex([place(0, 170), place(0, -179.9)], place(0, 179.9))).toBe(1)
  })

  test('skips objects without a position', () => {
    const things = [{ latitude: null, longitude: null }, place(10, 10)]
    expect(findNearestIndex(things, place(0, 0))).toBe(1)
    expect(findNearestIndex(things.slice(0, 1), place(0, 0))).toBeNull()
    expect(findNearestIndex([], place(0, 0))).toBeNull()
  })

  test('finds every exact position', () => {
    const degrees = fc.record({
      latitude: fc.double({ min: -80, max: 80, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(degrees, { minLength: 1 }), fc.nat(), (places, pick) => {
        const target = places[pick % places.length] ?? place(0, 0)
        const found = getPosition(places[findNearestIndex(places, target) ?? -1])
        expect(found?.latitude).toBeCloseTo(target.latitude, 9)
      }),
    )
  })
})

test('a position needs both coordinates', () => {
  expect(getPosition({ latitude: 1, longitude: 2 })).toEqual({ latitude: 1, longitude: 2 })
  expect(getPosition({ latitude: 1, longitude: null })).toBeNull()
  expect(getPosition(undefined)).toBeNull()
})

test('lines are converted from longitude first to latitude first', () => {
  const lines = [[[9, 47], [9.1, 47.1, 400], [9.2]], []]
  expect(toLatLngs(lines)).toEqual([
    [
      [47, 9],
      [47.1, 9.1],
    ],
    [],
  ])
})
