import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { nearestIndex, placeOf } from '@/web/map/nearest'
import { toLatLngs } from '@/web/map/route-lines'

const place = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('nearestIndex', () => {
  test('knows that a degree of longitude is short in the north', () => {
    const places = [place(60, 10.9), place(60.6, 10)]
    expect(nearestIndex(places, place(60, 10))).toBe(0)
  })

  test('looks across the date line', () => {
    expect(nearestIndex([place(0, 170), place(0, -179.9)], place(0, 179.9))).toBe(1)
  })

  test('passes over things without a position', () => {
    const things = [{ latitude: null, longitude: null }, place(10, 10)]
    expect(nearestIndex(things, place(0, 0))).toBe(1)
    expect(nearestIndex(things.slice(0, 1), place(0, 0))).toBeNull()
    expect(nearestIndex([], place(0, 0))).toBeNull()
  })

  test('finds every place that it is asked for exactly', () => {
    const degrees = fc.record({
      latitude: fc.double({ min: -80, max: 80, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(degrees, { minLength: 1 }), fc.nat(), (places, pick) => {
        const target = places[pick % places.length] ?? place(0, 0)
        const found = placeOf(places[nearestIndex(places, target) ?? -1])
        expect(found?.latitude).toBeCloseTo(target.latitude, 9)
      }),
    )
  })
})

test('a place needs both of its numbers', () => {
  expect(placeOf({ latitude: 1, longitude: 2 })).toEqual({ latitude: 1, longitude: 2 })
  expect(placeOf({ latitude: 1, longitude: null })).toBeNull()
  expect(placeOf(undefined)).toBeNull()
})

test('lines turn from longitude first to latitude first', () => {
  const lines = [[[9, 47], [9.1, 47.1, 400], [9.2]], []]
  expect(toLatLngs(lines)).toEqual([
    [
      [47, 9],
      [47.1, 9.1],
    ],
    [],
  ])
})
