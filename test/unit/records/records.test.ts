import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { bestWorkout, type Candidate } from '@/records/best-workout'
import {
  fromStoredRecord,
  RECORD_RULES,
  RECORD_TYPES,
  shownRecordTypes,
  toStoredRecord,
} from '@/records/record-types'

const workout = (date: number, values: Partial<Candidate> = {}): Candidate => ({
  ...{ distance: 10, moving: 3600, ascent: 100, aveSpeed: 10, maxSpeed: 20 },
  ...{ avePace: 360, bestPace: 180 },
  ...values,
  date,
})

describe('bestWorkout', () => {
  test.each([
    ['AS', 'aveSpeed', 12.34, 12.33],
    ['FD', 'distance', 42.195, 42.194],
    ['LD', 'moving', 7200, 7199],
    ['MS', 'maxSpeed', 61.01, 61],
    ['HA', 'ascent', 1000.001, 1000],
    ['AP', 'avePace', 299, 300],
    ['BP', 'bestPace', 150, 151],
  ] as const)('finds %s by the better %s', (type, metric, better, worse) => {
    const best = workout(2, { [metric]: better })
    const others = [workout(1, { [metric]: worse }), workout(3, { [metric]: worse })]
    expect(bestWorkout(type, [...others, best])).toBe(best)
    expect(bestWorkout(type, [best, ...others])).toBe(best)
  })

  test('prefers the earliest of equal workouts', () => {
    const [early, late] = [workout(1), workout(2)]
    for (const type of RECORD_TYPES) {
      expect(bestWorkout(type, [late, early])).toBe(early)
      expect(bestWorkout(type, [early, late])).toBe(early)
    }
  })

  test('passes over unknown values and zeros, which would be the best pace', () => {
    const empty = { ascent: null, aveSpeed: null, maxSpeed: null, avePace: null, bestPace: null }
    const zero = {
      distance: 0,
      moving: 0,
      ascent: 0,
      aveSpeed: 0,
      maxSpeed: 0,
      avePace: 0,
      bestPace: 0,
    }
    const real = workout(3)
    for (const type of RECORD_TYPES) {
      expect(bestWorkout(type, [workout(1, zero), real])).toBe(real)
      expect(bestWorkout(type, [workout(1, zero)])).toBeUndefined()
    }
    for (const type of ['AS', 'MS', 'HA', 'AP', 'BP'] as const) {
      expect(bestWorkout(type, [workout(2, empty), real])).toBe(real)
      expect(bestWorkout(type, [workout(2, empty)])).toBeUndefined()
    }
    expect(bestWorkout('FD', [])).toBeUndefined()
  })

  test('does not depend on the order of the workouts', () => {
    const candidates = fc.uniqueArray(
      fc.record({
        date: fc.integer({ min: 0, max: 1e6 }),
        distance: fc.integer({ min: 0, max: 3 }),
        avePace: fc.option(fc.integer({ min: 0, max: 3 })),
      }),
      { selector: ({ date }) => date },
    )
    fc.assert(
      fc.property(candidates, fc.constantFrom('FD', 'AP'), (values, type) => {
        const workouts = values.map(({ date, ...rest }) => workout(date, rest))
        expect(bestWorkout(type, workouts)).toBe(bestWorkout(type, workouts.toReversed()))
      }),
    )
  })
})

describe('record types', () => {
  test('are returned in a fixed order, by what is displayed', () => {
    const all = { elevation: true, speed: true, pace: true }
    expect(shownRecordTypes(all)).toEqual(['AS', 'FD', 'LD', 'MS', 'HA', 'AP', 'BP'])
    const none = { elevation: false, speed: false, pace: false }
    expect(shownRecordTypes(none)).toEqual(['FD', 'LD'])
    expect(shownRecordTypes({ ...none, elevation: true })).toEqual(['FD', 'LD', 'HA'])
    expect(shownRecordTypes({ ...none, speed: true })).toEqual(['AS', 'FD', 'LD', 'MS'])
    expect(shownRecordTypes({ ...none, pace: true })).toEqual(['FD', 'LD', 'AP', 'BP'])
  })

  test('are stored as integers', () => {
    expect(toStoredRecord('AS', 11.42)).toBe(1142)
    expect(toStoredRecord('MS', 35.1)).toBe(3510)
    expect(toStoredRecord('FD', 38.355)).toBe(38_355)
    expect(toStoredRecord('HA', 313.82)).toBe(313_820)
    expect(toStoredRecord('LD', 5083)).toBe(5083)
    expect([toStoredRecord('AP', 297), toStoredRecord('BP', 150)]).toEqual([297, 150])
  })

  test('give back the stored precision of every value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RECORD_TYPES), fc.nat(99_999_999), (type, stored) => {
        const value = Number(`${stored}e-${Math.log10(RECORD_RULES[type].scale)}`)
        expect(toStoredRecord(type, value)).toBe(stored)
        expect(fromStoredRecord(type, stored)).toBe(value)
      }),
    )
  })
})
