import { expect, test } from 'bun:test'
import { divideBySport, OTHER_SPORTS } from '@/web/screens/training/divide-by-sport'

const aWeek = (loads: Record<number, number>) => ({
  sports: Object.entries(loads).map(([id, load]) => ({ sport_id: Number(id), load })),
})

test('weekly loads are divided by sport, the one with the highest load first', () => {
  const weeks = [aWeek({ 1: 50, 5: 80 }), aWeek({ 1: 70 }), aWeek({})]
  const shares = divideBySport(weeks)
  expect(shares.map(({ sportId, loadIn }) => [sportId, ...weeks.map(loadIn)])).toEqual([
    [1, 50, 70, 0],
    [5, 80, 0, 0],
  ])
})

test('more than six sports are five and the sum of the others', () => {
  const week = aWeek({ 1: 70, 2: 60, 3: 50, 4: 40, 5: 30, 6: 20, 7: 10 })
  const shares = divideBySport([week])
  expect(shares.map(({ sportId }) => sportId)).toEqual([1, 2, 3, 4, 5, OTHER_SPORTS])
  expect(shares.at(-1)?.loadIn(week)).toBe(30)
  expect(divideBySport([aWeek({ 1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1 })])).toHaveLength(6)
})
