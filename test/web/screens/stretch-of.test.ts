import { expect, test } from 'bun:test'
import { stretchOf } from '@/web/screens/workout/analysis/stretch-of'

const moments = [0, 10, 20, 30, 40]

test('a stretch begins and ends at the points next to its moments', () => {
  expect(stretchOf(moments, { start: 9.6, duration: 21 })).toEqual({ from: 1, to: 3 })
  expect(stretchOf(moments, { start: 0, duration: 1000 })).toEqual({ from: 0, to: 4 })
})

test('there is none between two points', () => {
  expect(stretchOf(moments, { start: 21, duration: 2 })).toBeNull()
})
