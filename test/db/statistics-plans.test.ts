import { describe, expect, test } from 'bun:test'
import { listEquipmentsOf, recomputeTotals } from '@/db/queries/equipments'
import {
  countAllWorkouts,
  findWorkoutAfter,
  listWorkoutNumbers,
} from '@/db/queries/workout-statistics'
import { countWorkouts, listPeriodSums, loadWorkoutTotals } from '@/db/queries/workout-sums'
import { writeTo } from '@/db/transact'
import { plansOf } from '../support/plans'

const KEY = 'SEARCH workout_sums USING PRIMARY KEY (user_id=? AND period=? AND number'

describe('the plan of statistics', () => {
  test('finds the sums of a span of periods by their key, in order', async () => {
    const query = { userId: 1, sportId: undefined, period: 'month', first: 1, last: 2 } as const
    const [plan] = await plansOf((db) => listPeriodSums(db, query))
    expect(plan).toBe(`${KEY}>? AND number<?)`)
  })

  test.each([undefined, 5])('counts workouts of a user and sport %p by sums', async (sportId) => {
    const [plan] = await plansOf((db) => countWorkouts(db, { userId: 1, sportId }))
    expect(plan).toBe(`${KEY}=?)`)
  })

  test('finds the totals of several users by key', async () => {
    const [plan] = await plansOf((db) => loadWorkoutTotals(db, [1, 2]))
    expect(plan).toContain(`${KEY}=?)`)
    expect(plan).not.toContain('TEMP B-TREE')
  })

  test.each([undefined, 5])('finds the last of the most recent of sport %p', async (sportId) => {
    const [plan] = await plansOf((db) => findWorkoutAfter(db, { userId: 1, sportId }, 9999))
    expect(plan).toMatch(/USING (COVERING )?INDEX \w+ \(user_id=\?/)
    expect(plan).not.toContain('TEMP B-TREE')
  })

  test('reads the workouts of a day in one index', async () => {
    const span = { from: { id: 1, workout_date: 1 }, until: 2 }
    const [plan] = await plansOf((db) => listWorkoutNumbers(db, 1, span))
    expect(plan).toMatch(
      /COVERING INDEX workouts_statistics \(user_id=\? AND workout_date>\? AND workout_date<\?\)/,
    )
  })

  test('counts workouts of everybody without visiting rows', async () => {
    expect(await plansOf(countAllWorkouts)).toEqual([
      expect.stringContaining('SCAN workouts USING COVERING INDEX'),
    ])
  })
})

describe('the plan of equipment', () => {
  test('finds a user’s items by index', async () => {
    const [plan] = await plansOf((db) => listEquipmentsOf(db, 1))
    expect(plan).toMatch(/SEARCH equipments USING INDEX \w+ \(user_id=\?\)/)
  })

  test('finds the workouts of an item by index', async () => {
    const [plan] = await plansOf((db) => writeTo(db, (tx) => recomputeTotals(tx, 1)))
    expect(plan).toBe(
      [
        'SEARCH workout_equipments USING COVERING INDEX workout_equipments_item (equipment_id=?)',
        'SEARCH workouts USING INTEGER PRIMARY KEY (rowid=?)',
      ].join('; '),
    )
  })
})
