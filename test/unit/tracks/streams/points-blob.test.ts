import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { StreamError } from '@/domain/tracks/streams/bytes'
import { decodePoints, decodePositions, encodePoints } from '@/domain/tracks/streams/points-blob'
import { isDate } from '@/domain/tracks/track'
import { runs } from '../../../support/properties'
import { EIGHT, SECOND, segmentOf } from '../../../support/segments'

const COLUMNS = ['time', 'lat', 'lon', 'ele', 'speed', 'hr', 'cadence', 'power'] as const

/** A ride as a watch records it: positions in semicircles, elevations in fifths of a metre, integers. */
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

/** The points as they are read back. */
function readable(points: StoredPoints): StoredPoints {
  const finite = (values: Float64Array) =>
    values.map((value) => (Number.isFinite(value) ? value : Number.NaN))
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, finite(points[name])]))
  const time = points.time.map((value) => (isDate(value) ? value : Number.NaN))
  return { ...points, ...columns, time }
}

describe('stored points', () => {
  test('round-trip bit by bit', () => {
    const points = ride(5000)
    expectSame(decodePoints(encodePoints(points)), points)
  })

  test.each([
    ['whole seconds', (i: number) => EIGHT + i * SECOND],
    ['gaps', (i: number) => (i % 3 === 0 ? Number.NaN : EIGHT + i * SECOND)],
    ['no times', () => Number.NaN],
    ['fractions that cannot be integers', (i: number) => EIGHT + i * Math.PI],
  ])('can be read without the other columns, after times with %s', (_, time) => {
    const points = { ...ride(500), time: Float64Array.from({ length: 500 }, (_, i) => time(i)) }
    const { lat, lon } = decodePoints(encodePoints(points))
    expect(decodePositions(encodePoints(points))).toEqual({ lat, lon })
    expect(lat).toEqual(points.lat)
  })

  test('take a few bytes each for data of real devices', () => {
    const size = 20_000
    expect(encodePoints(ride(size)).length / size).toBeLessThan(4)
  })

  test('round-trip every kind of number, mixed with gaps', () => {
    const value = fc.oneof(
      fc.constant(Number.NaN),
      fc.constantFrom(0, -0, 1e-7, -1e300, 5e-324, 2 ** 53, -(2 ** 52), Number.POSITIVE_INFINITY),
      fc.integer({ min: -180e7, max: 180e7 }).map((count) => count / 1e7),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).map((count) => (count * 180) / 2 ** 31),
      fc.integer({ min: 0, max: 65_535 }).map((count) => count / 5 - 500),
      fc.float({ noNaN: true }),
      fc.double({ noNaN: true }),
    )
    // Some columns with one kind of number, some with all kinds.
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
        expectSame(decodePoints(encodePoints(stored)), readable(stored))
      }),
      runs(500),
    )
  })

  test('are read without infinite values and invalid times, which earlier releases stored', () => {
    const points = { ...ride(3) }
    points.ele = Float64Array.of(1, Number.NEGATIVE_INFINITY, 0.1)
    points.time = Float64Array.of(Number.NEGATIVE_INFINITY, 1e21, 0)
    const read = decodePoints(encodePoints(points))
    expect([...read.ele]).toEqual([1, Number.NaN, 0.1])
    expect([...read.time]).toEqual([Number.NaN, Number.NaN, 0])
  })

  test('may be read from the middle of a larger buffer, as databases return them', () => {
    const points = ride(100)
    const blob = encodePoints(points)
    const larger = new Uint8Array(blob.length + 20)
    larger.set(blob, 7)
    expectSame(decodePoints(larger.subarray(7, 7 + blob.length)), points)
  })

  test('are encoded without changing the given columns', () => {
    const points = ride(50)
    encodePoints(points)
    expectSame(points, ride(50))
  })

  test('may be empty', () => {
    const none = { ...segmentOf([]), speed: new Float64Array(0) }
    expectSame(decodePoints(encodePoints(none)), none)
  })

  test('are rejected when truncated anywhere', () => {
    const blob = encodePoints(ride(40))
    for (let length = 0; length < blob.length; length++) {
      expect(() => decodePoints(blob.subarray(0, length))).toThrow(StreamError)
    }
  })

  test('are rejected when a bit has changed', () => {
    const blob = encodePoints(ride(40))
    fc.assert(
      fc.property(fc.nat(blob.length * 8 - 1), (bit) => {
        const damaged = blob.slice()
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => decodePoints(damaged)).toThrow(StreamError)
      }),
    )
  })

  test('report the kind of damage', () => {
    const blob = encodePoints(ride(3))
    expect(() => decodePoints(new Uint8Array(2))).toThrow('stored points are truncated')
    expect(() => decodePoints(blob.slice(0, -1))).toThrow('stored points are damaged')
    blob[0] = 9
    expect(() => decodePoints(blob)).toThrow('stored points were written by a later version')
  })
})
