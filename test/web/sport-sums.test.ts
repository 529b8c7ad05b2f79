import { expect, test } from 'bun:test'
import { averageBars, sumOf, sumsOfSport, yearLines } from '@/web/sums/sport-sums'

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

test('a period adds up its sports, and counts what is unknown as nothing', () => {
  expect(sumOf(SUMS['2026-01'], 'total_distance')).toBe(25)
  expect(sumOf(SUMS['2026-01'], 'total_ascent')).toBe(0)
  expect(sumOf(undefined, 'total_distance')).toBe(0)
})

test('the sums of one sport leave out the others, and keep every period', () => {
  expect(sumsOfSport(SUMS, '')).toBe(SUMS)
  const running = sumsOfSport(SUMS, '5')
  expect(running['2026-01']).toEqual({ 5: figures(5) })
  expect(running['2025-01']).toEqual({})
})

test('averages are per workout, over all sports together', () => {
  const bars = averageBars(['2024-02', '2026-01', '2026-02'], SUMS, 'total_distance')
  expect(bars.map(({ sum }) => sum)).toEqual([20, 12.5, 0])
  expect(bars[2]?.parts).toEqual([])
})

test('years add up month by month, this one up to its month', () => {
  const request = { today: '2026-03-09', count: 3, measure: 'total_distance' } as const
  const lines = yearLines(SUMS, request)
  expect(lines.map(({ year }) => year)).toEqual(['2026', '2025', '2024'])
  expect(lines[0]?.values).toEqual([25, 25, 32])
  expect(lines[1]?.values).toEqual(Array(12).fill(10))
  expect(lines[2]?.values.slice(0, 3)).toEqual([0, 40, 40])
})
