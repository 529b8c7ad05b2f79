import { expect, test } from 'bun:test'
import type { DayForm, PeriodLoad } from '@/web/api/training'
import { everyWeek } from '@/web/screens/training/every-week'

const zones = { heart_rate: [60], power: [], pace: [] }
const aWeek = (period: string, load: number): PeriodLoad => ({
  ...{ period, load, workouts: 1, loads: 1, estimates: 0, trimp: load, zones },
})

/** Days of March 2026 until one, with as much fitness as their number. */
const daysUntil = (last: number): DayForm[] =>
  Array.from({ length: last }, (_, index) => ({
    day: `2026-03-${String(index + 1).padStart(2, '0')}`,
    ...{ load: 0, fitness: 100 - index, fatigue: 0, form: 0 },
  }))

test('weeks without a workout are weeks of no load, also those since the last one', () => {
  const weeks = [aWeek('2026-03-02', 50), aWeek('2026-03-16', 70)]
  const found = everyWeek(weeks, daysUntil(31))
  expect(found.map(({ period, load, workouts }) => [period, load, workouts])).toEqual([
    ['2026-03-02', 50, 1],
    ['2026-03-09', 0, 0],
    ['2026-03-16', 70, 1],
    ['2026-03-23', 0, 0],
    ['2026-03-30', 0, 0],
  ])
})

test('in a week of rest fitness goes down as its days say, in one that is not over until today', () => {
  const found = everyWeek([aWeek('2026-03-16', 70)], daysUntil(31))
  expect(found.map(({ fitness, ramp }) => [fitness, ramp])).toEqual([
    [undefined, undefined],
    [72, -7],
    [70, -2],
  ])
})

test('a week that begins today is there, one that is to come is not', () => {
  const weeks = [aWeek('2026-03-23', 70)]
  expect(everyWeek(weeks, daysUntil(29))).toHaveLength(1)
  expect(everyWeek(weeks, daysUntil(30))).toHaveLength(2)
})

test('weeks keep their days over the changes of the clock', () => {
  const found = everyWeek([aWeek('2026-03-01', 1)], daysUntil(31))
  expect(found.map(({ period }) => period)).toEqual([
    ...['2026-03-01', '2026-03-08', '2026-03-15', '2026-03-22', '2026-03-29'],
  ])
})

test('without any training there are none', () => {
  expect(everyWeek([], daysUntil(31))).toEqual([])
  expect(everyWeek([aWeek('2026-03-02', 50)], [])).toEqual([])
})
