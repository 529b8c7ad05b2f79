import { expect, test } from 'bun:test'
import { describeTrip } from '@/domain/places/describe-trip'
import type { Place } from '@/domain/places/gazetteer'

const townAt = (name: string, number: number): Place => ({
  ...{ number, name, country: 'XX', state: '', population: 1000 },
  ...{ latitude: 0, longitude: number },
})

/** Towns one degree of longitude apart on the equator, each of which reaches half a degree. */
const TOWNS = [townAt('Aville', 0), townAt('Beburg', 1), townAt('Cetown', 2)] as const
const [from, middle, to] = TOWNS

const nearest = (latitude: number, longitude: number) =>
  Math.abs(latitude) < 1 ? TOWNS[Math.round(longitude)] : undefined

const lineOf = (...longitudes: number[]) => ({ lat: longitudes.map(() => 0), lon: longitudes })

const describe = (...longitudes: number[]) => describeTrip([lineOf(...longitudes)], { nearest })

test('a trip there and back leads to the town of its farthest point', () => {
  expect(describe(0, 0.6, 1.2, 0.5, 0.1)).toEqual({ kind: 'to', place: middle })
})

test('a trip around a town stays in it', () => {
  expect(describe(0, 0.3, -0.2, 0.1)).toEqual({ kind: 'around', place: from })
  expect(describe(0)).toEqual({ kind: 'around', place: from })
})

test('a trip to another town has two ends', () => {
  expect(describe(0, 1, 2)).toEqual({ kind: 'between', from, to })
  // It was farther away before it came back halfway.
  expect(describe(0, 2, 1.1)).toEqual({ kind: 'between', from, to: middle })
  expect(describe(0, 2, 0.9)).toEqual({ kind: 'to', place: to })
})

test('parts are one trip, and points without a position are skipped', () => {
  const parts = [lineOf(Number.NaN, 0), lineOf(1, Number.NaN), lineOf(0.2)]
  expect(describeTrip(parts, { nearest })).toEqual({ kind: 'to', place: middle })
})

test('a trip without positions, or far from all towns, has no places', () => {
  expect(describeTrip([], { nearest })).toBeUndefined()
  expect(describeTrip([lineOf(Number.NaN)], { nearest })).toBeUndefined()
  expect(describeTrip([{ lat: [50, 50], lon: [0, 1] }], { nearest })).toBeUndefined()
})

test('a trip out of the wilderness leads to a town', () => {
  expect(describeTrip([{ lat: [50, 0], lon: [0, 2] }], { nearest })).toEqual({
    kind: 'to',
    place: to,
  })
})
