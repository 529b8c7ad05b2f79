import { expect, test } from 'bun:test'
import {
  createAverageBars,
  createYearLines,
  getPeriodTotal,
  selectSport,
} from '@/web/totals/period-totals'

const figures = (distance: number, workouts = 1) => ({
  total_workouts: workouts,
  total_distance: distance,
  total_duration: distance * 100,
  total_ascent: null,
})

const SUMS = {
  '2024-02': { 1: figures(40, 2) },
  '2025-01': { 1: figures(10) },
  '2026-01': { 1: figures(20), 5: figures(5) },
  '2026-03': { 5: figures(7) },
}

test('the total of a period includes all sports, and counts unknown values as 0', () => {
  expect(getPeriodTotal(SUMS['2026-01'], 'total_distance')).toBe(25)
  expect(getPeriodTotal(SUMS['2026-01'], 'total_ascent')).toBe(0)
  expect(getPeriodTotal(undefined, 'total_distance')).toBe(0)
})

test('the totals of one sport exclude other sports, but include every period', () => {
  expect(selectSport(SUMS, '')).toBe(SUMS)
  const running = selectSport(SUMS, '5')
  expect(running['2026-01']).toEqual({ 5: figures(5) })
  expect(running['2025-01']).toEqual({})
})

test('averages are per workout over all sports', () => {
  const bars = createAverageBars(['2024-02', '2026-01', '2026-02'], SUMS, 'total_distance')
  expect(bars.map(({ total }) => total)).toEqual([20, 12.5, 0])
  expect(bars[2]?.parts).toEqual([])
})

test('running totals of years have a value for each month, up to the current one', () => {
  const request = { today: '2026-03-09', count: 3, measure: 'total_distance' } as const
  const lines = createYearLines(SUMS, request)
  expect(lines.map(({ year }) => year)).toEqual(['2026', '2025', '2024'])
  expect(lines[0]?.values).toEqual([25, 25, 32])
  expect(lines[1]?.values).toEqual(Array(12).fill(10))
  expect(lines[2]?.values.slice(0, 3)).toEqual([0, 40, 40])
})
