import { expect, test } from 'bun:test'
import { smoothLine } from '@/web/charts/plots/smooth-line'

const points = (ys: readonly number[]) => ys.map((y, x) => ({ x, y }))
const smoothed = (ys: readonly number[]) => smoothLine(points(ys)).map(({ y }) => y)

test('a smoothed line ignores single outliers, and follows a lasting change', () => {
  expect(smoothed([10, 10, 10, 99, 10, 10, 10])).toEqual([10, 10, 10, 10, 10, 10, 10])
  const improved = smoothed([10, 10, 10, 10, 10, 6, 6, 6, 6, 6])
  expect(improved.slice(0, 3)).toEqual([10, 10, 10])
  expect(improved.slice(-3)).toEqual([6, 6, 6])
  expect(improved).toEqual(improved.toSorted((one, other) => other - one))
})

test('a smoothed line of a steady change is nearly straight', () => {
  const line = smoothed(Array.from({ length: 40 }, (_, index) => index))
  expect(line.slice(2, -2)).toEqual(Array.from({ length: 36 }, (_, index) => index + 2))
})

test('fewer than five points are not smoothed', () => {
  expect(smoothed([3, 9, 1, 5])).toEqual([3, 9, 1, 5])
  expect(smoothed([])).toEqual([])
})
