import { expect, test } from 'bun:test'
import { hasExplorerTiles } from '@/domain/reference/explorer-sports'
import { distanceOf } from '@/domain/reference/sport-distance'
import catalogue from '@/domain/reference/sports.json'

test('tiles count in sports with a distance, except for those on machines, in pools and in virtual worlds', () => {
  const left = catalogue.sports.filter(
    ({ id }) => distanceOf(id) !== 'never' && !hasExplorerTiles(id),
  )
  expect(left.map(({ label }) => label)).toEqual([
    'Cycling (Virtual)',
    'Elliptical',
    'Stair Climber',
    'Cycling (Indoor)',
    'Running (Treadmill)',
    'Pool Swimming',
    'Rowing (Indoor)',
    'Walking (Treadmill)',
    'Ski Ergometer',
  ])
})

test('tiles do not count in sports that are done in one place', () => {
  const strengthTraining = 1001
  expect(hasExplorerTiles(strengthTraining)).toBe(false)
})

test('custom sports are like the sport that they behave like', () => {
  expect(hasExplorerTiles(130_001)).toBe(false)
  expect(hasExplorerTiles(10_001)).toBe(true)
})
