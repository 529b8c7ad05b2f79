import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { StoredPoints } from '@/tracks/metrics/units'
import { StreamError } from '@/tracks/streams/bytes'
import { decodePoints, encodePoints } from '@/tracks/streams/points-blob'
import { runs } from '../../../support/properties'
import { EIGHT, SECOND, segmentOf } from '../../../support/segments'

const COLUMNS = ['time', 'lat', 'lon', 'ele', 'speed', 'hr', 'cadence', 'power'] as const

/** A ride as a watch records it: semicircles, fifths of a metre, whole numbers. */
function ride(size: number): StoredPoints {
  const column = (value: (i: number) => number) =>
    Float64Array.from({ length: size }, (_, i) => value(i))
  const semicircles = (degrees: number) => (Math.round((degrees * 2 ** 31) / 180) * 180) / 2 ** 31
  return {
    size,
    time: column((i) => EIGHT + i * SECOND),
    lat: column((i) => semicircles(48 + Math.sin(i / 500) / 20)),
    lon: column((i) => semicircles(7 + Math.cos(i / 700) / 20)),
    ele: column((i) => Math.round((800 + 90 * Math.sin(i / 300)) * 5) / 5 - 500),
    speed: column((i) => Math.round(2500 + 700 * Math.sin(i / 90)) / 100),
    hr: column((i) => 130 + Math.round(20 * Math.sin(i / 200))),
    cadence: column((i) => (i % 50 === 0 ? Number.NaN : 85)),
    power: column(() => Number.NaN),
  }
}

/** Fails unless both have the same bits in every column (NaN equals NaN, -0 does not equal 0). */
function expectSame(actual: StoredPoints, expected: StoredPoints): void {
  expect(actual.size).toBe(expected.size)
  for (const name of COLUMNS) {
    expect(actual[name]).toHaveLength(expected[name].length)
    const differing = expected[name].findIndex((value, i) => !Object.is(value, actual[name][i]))
    expect({ name, differing }).toEqual({ name, differing: -1 })
  }
}

describe('stored points', () => {
  test('come back bit by bit', () => {
    const points = ride(5000)
    expectSame(decodePoints(encodePoints(points)), points)
  })

  test('take a few bytes each for what devices record', () => {
    const size = 20_000
    expect(encodePoints(ride(size)).length / size).toBeLessThan(4)
  })

  test('come back for every kind of number, mixed with gaps', () => {
    const value = fc.oneof(
      fc.constant(Number.NaN),
      fc.constantFrom(0, -0, 1e-7, -1e300, 5e-324, 2 ** 53, -(2 ** 52), Number.POSITIVE_INFINITY),
      fc.integer({ min: -180e7, max: 180e7 }).map((count) => count / 1e7),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).map((count) => (count * 180) / 2 ** 31),
      fc.integer({ min: 0, max: 65_535 }).map((count) => count / 5 - 500),
      fc.float({ noNaN: true }),
      fc.double({ noNaN: true }),
    )
    // Some columns of one kind, some of all kinds.
    const kind = fc.oneof(
      fc.constant(value),
      fc.constant(fc.integer({ min: -1e6, max: 1e6 }).map((count) => count / 10)),
      fc.constant(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })),
      fc.constant(fc.option(fc.integer({ min: 0, max: 250 }), { nil: Number.NaN })),
      fc.constant(fc.float({ min: -1000, max: 9000, noNaN: true, noDefaultInfinity: true })),
      fc.constant(fc.constant(Number.NaN)),
    )
    const column = (size: number) =>
      kind.chain((values) => fc.array(values, { minLength: size, maxLength: size }))
    const points = fc
      .integer({ min: 0, max: 70 })
      .chain((size) =>
        fc.tuple(fc.constant(size), fc.array(column(size), { minLength: 8, maxLength: 8 })),
      )
    fc.assert(
      fc.property(points, ([size, columns]) => {
        const named = COLUMNS.map((name, i) => [name, Float64Array.from(columns[i] ?? [])])
        const stored: StoredPoints = { size, ...Object.fromEntries(named) }
        expectSame(decodePoints(encodePoints(stored)), stored)
      }),
      runs(500),
    )
  })

  test('may be read from the middle of a larger buffer, as databases hand them out', () => {
    const points = ride(100)
    const blob = encodePoints(points)
    const larger = new Uint8Array(blob.length + 20)
    larger.set(blob, 7)
    expectSame(decodePoints(larger.subarray(7, 7 + blob.length)), points)
  })

  test('are kept without change to the columns given', () => {
    const points = ride(50)
    encodePoints(points)
    expectSame(points, ride(50))
  })

  test('may be none', () => {
    const none = { ...segmentOf([]), speed: new Float64Array(0) }
    expectSame(decodePoints(encodePoints(none)), none)
  })

  test('are refused when cut off anywhere', () => {
    const blob = encodePoints(ride(40))
    for (let length = 0; length < blob.length; length++) {
      expect(() => decodePoints(blob.subarray(0, length))).toThrow(StreamError)
    }
  })

  test('are refused when a bit has changed', () => {
    const blob = encodePoints(ride(40))
    fc.assert(
      fc.property(fc.nat(blob.length * 8 - 1), (bit) => {
        const damaged = blob.slice()
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => decodePoints(damaged)).toThrow(StreamError)
      }),
    )
  })

  test('name the trouble', () => {
    const blob = encodePoints(ride(3))
    expect(() => decodePoints(new Uint8Array(2))).toThrow('stored points are truncated')
    expect(() => decodePoints(blob.slice(0, -1))).toThrow('stored points are damaged')
    blob[0] = 9
    expect(() => decodePoints(blob)).toThrow('stored points were written by a later version')
  })
})
