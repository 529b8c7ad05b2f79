import { expect, test } from 'bun:test'
import type { Effort } from '@/domain/analysis/efforts'
import { isImplausible } from '@/domain/records/plausible-efforts'

const distance = (target: number, seconds: number): Effort => ({
  ...{ kind: 'distance', target, value: seconds, start: 0, elapsed: seconds },
})

test('world records are plausible, and a few percent more are not', () => {
  for (const [metres, seconds] of [
    [400, 43.03],
    [1000, 131.96],
    [5000, 755.36],
    [10_000, 1571],
    [42_195, 7235],
    [100_000, 21_935],
  ] as const) {
    expect([metres, isImplausible(distance(metres, seconds), 'foot')]).toEqual([metres, false])
    expect([metres, isImplausible(distance(metres, seconds * 0.92), 'foot')]).toEqual([
      metres,
      true,
    ])
  }
})

test('a kilometre in less than a second is implausible in every sport with a limit', () => {
  for (const locomotion of ['foot', 'bicycle', 'swimming'] as const)
    expect(isImplausible(distance(1000, 0.7), locomotion)).toBe(true)
  expect(isImplausible(distance(1000, 0.7), undefined)).toBe(false)
})

test('a fast descent on a bicycle is plausible, a drive on a motorway is not', () => {
  expect(isImplausible(distance(1000, 36), 'bicycle')).toBe(false)
  expect(isImplausible(distance(10_000, 300), 'bicycle')).toBe(true)
})

test('the distance of an hour counts like a distance', () => {
  const hour = (metres: number): Effort => ({
    ...{ kind: 'duration', target: 3600, value: metres, start: 0, elapsed: 3600 },
  })
  expect(isImplausible(hour(21_000), 'foot')).toBe(false)
  expect(isImplausible(hour(26_000), 'foot')).toBe(true)
})

test('power has its own limits, and heart rates and climbs have none', () => {
  const effort = (kind: Effort['kind'], target: number, value: number): Effort => ({
    ...{ kind, target, value, start: 0, elapsed: target },
  })
  expect(isImplausible(effort('power', 1, 2000), undefined)).toBe(false)
  expect(isImplausible(effort('power', 1200, 900), undefined)).toBe(true)
  expect(isImplausible(effort('heart_rate', 60, 250), 'foot')).toBe(false)
  expect(isImplausible(effort('climbing', 60, 9000), 'foot')).toBe(false)
})
