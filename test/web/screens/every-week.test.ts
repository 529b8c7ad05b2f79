import { expect, test } from 'bun:test'
import type { DayFitness, PeriodLoad } from '@/web/api/workouts/training'
import { everyWeek } from '@/web/screens/training/every-week'

const zones = { heart_rate: [60], power: [], pace: [] }
const aWeek = (period: string, load: number): PeriodLoad => ({
  ...{ period, load, workouts: 1, loads: 1, estimates: 0, trimp: load, zones, sports: [] },
})

/** Days of March 2026 up to a date, each with a fitness equal to its number. */
const daysUntil = (last: number): DayFitness[] =>
  Array.from({ length: last }, (_, index) => ({
    day: `2026-03-${String(index + 1).padStart(2, '0')}`,
    ...{ load: 0, fitness: 100 - index, fatigue: 0, form: 0 },
  }))

test('weeks without a workout have a load of zero, even after the last workout', () => {
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

test('fitness decreases in a week of rest, and up to today in the current week', () => {
  const found = everyWeek([aWeek('2026-03-16', 70)], daysUntil(31))
  expect(found.map(({ fitness, ramp }) => [fitness, ramp])).toEqual([
    [undefined, undefined],
    [72, -7],
    [70, -2],
  ])
})

test('a week that starts today is included, a future one is not', () => {
  const weeks = [aWeek('2026-03-23', 70)]
  expect(everyWeek(weeks, daysUntil(29))).toHaveLength(1)
  expect(everyWeek(weeks, daysUntil(30))).toHaveLength(2)
})

test('weeks have the correct days across clock changes', () => {
  const found = everyWeek([aWeek('2026-03-01', 1)], daysUntil(31))
  expect(found.map(({ period }) => period)).toEqual([
    ...['2026-03-01', '2026-03-08', '2026-03-15', '2026-03-22', '2026-03-29'],
  ])
})

test('there are no weeks without any training', () => {
  expect(everyWeek([], daysUntil(31))).toEqual([])
  expect(everyWeek([aWeek('2026-03-02', 50)], [])).toEqual([])
})
