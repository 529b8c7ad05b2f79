import { expect, test } from 'bun:test'
import type { ChartPoint } from '@/web/api/workouts'
import { stretchOf } from '@/web/screens/workout/analysis/stretch-of'

const track = {
  points: [0, 10, 20, 30, 40].map((duration) => ({ duration }) as ChartPoint),
  distances: [],
  moved: [],
}

test('a stretch begins and ends at the points next to its moments', () => {
  expect(stretchOf(track, { start: 9.6, duration: 21 })).toEqual({ from: 1, to: 3 })
  expect(stretchOf(track, { start: 0, duration: 1000 })).toEqual({ from: 0, to: 4 })
})

test('there is none between two points', () => {
  expect(stretchOf(track, { start: 21, duration: 2 })).toBeNull()
})
