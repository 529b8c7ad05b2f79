import { describe, expect, test } from 'bun:test'
import { writeTo } from '@/store/db/connections/transact'
import { listEquipmentsOf, recomputeTotals } from '@/store/db/queries/catalogue/equipments'
import {
  countAllWorkouts,
  listWorkoutNumbers,
} from '@/store/db/queries/workouts/workout-statistics'
import {
  countWorkouts,
  listPeriodCounts,
  listPeriodSums,
  loadWorkoutTotals,
} from '@/store/db/queries/workouts/workout-totals'
import { collectQueryPlans } from '../support/query-plans'

const KEY = 'SEARCH workout_sums USING PRIMARY KEY (user_id=? AND period=? AND number'

describe('the query plan for statistics', () => {
  test('finds the totals of a range of periods by key, in order', async () => {
    const query = { userId: 1, sportId: undefined, period: 'month', first: 1, last: 2 } as const
    const [plan] = await collectQueryPlans((db) => listPeriodSums(db, query))
    expect(plan).toBe(`${KEY}>? AND number<?)`)
  })

  test.each([undefined, 5])(
    'counts workouts of a user and sport %p from totals',
    async (sportId) => {
      const [plan] = await collectQueryPlans((db) => countWorkouts(db, { userId: 1, sportId }))
      expect(plan).toBe(`${KEY}=?)`)
    },
  )

  test('finds the totals of several users by key', async () => {
    const [plan] = await collectQueryPlans((db) => loadWorkoutTotals(db, [1, 2]))
    expect(plan).toContain(`${KEY}=?)`)
    expect(plan).not.toContain('TEMP B-TREE')
  })

  test.each([undefined, 5])(
    'counts workouts of sport %p by period from totals',
    async (sportId) => {
      const query = { userId: 1, sportId, period: 'month', first: 1, last: 2 } as const
      const [plan] = await collectQueryPlans((db) => listPeriodCounts(db, query))
      expect(plan).toBe(`${KEY}>? AND number<?)`)
    },
  )

  test.each([undefined, 5])(
    'reads the workouts of a day, in sport %p, from one index',
    async (sportId) => {
      const query = { userId: 1, sportId, since: 1, until: 2, limit: 10_000 }
      const [plan] = await collectQueryPlans((db) => listWorkoutNumbers(db, query))
      expect(plan).toBe(
        'SEARCH workouts USING COVERING INDEX workouts_statistics (user_id=? AND workout_date>? AND workout_date<?)',
      )
    },
  )

  test('counts all workouts without reading rows', async () => {
    expect(await collectQueryPlans(countAllWorkouts)).toEqual([
      expect.stringContaining('SCAN workouts USING COVERING INDEX'),
    ])
  })
})

describe('the query plan for equipment', () => {
  test('finds a user’s items by index', async () => {
    const [plan] = await collectQueryPlans((db) => listEquipmentsOf(db, 1))
    expect(plan).toMatch(/SEARCH equipments USING INDEX \w+ \(user_id=\?\)/)
  })

  test('finds the workouts of an item by index', async () => {
    const [plan] = await collectQueryPlans((db) => writeTo(db, (tx) => recomputeTotals(tx, 1)))
    expect(plan).toBe(
      [
        'SEARCH workout_equipments USING COVERING INDEX workout_equipments_item (equipment_id=?)',
        'SEARCH workouts USING INTEGER PRIMARY KEY (rowid=?)',
      ].join('; '),
    )
  })
})
