import { expect, test } from 'bun:test'
import { findInterval } from '@/web/screens/workout/analysis/find-interval'

const moments = [0, 10, 20, 30, 40]

test('an interval starts and ends at the points closest to its times', () => {
  expect(findInterval(moments, { start: 9.6, duration: 21 })).toEqual({ from: 1, to: 3 })
  expect(findInterval(moments, { start: 0, duration: 1000 })).toEqual({ from: 0, to: 4 })
})

test('there is no interval between two points', () => {
  expect(findInterval(moments, { start: 21, duration: 2 })).toBeNull()
})
