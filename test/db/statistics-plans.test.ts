import { describe, expect, test } from 'bun:test'
import { listEquipmentsOf, recomputeTotals } from '@/db/queries/equipments'
import {
  countAllWorkouts,
  countWorkoutsOf,
  listStatisticsRows,
} from '@/db/queries/workout-statistics'
import { plansOf } from '../support/plans'

const IN_ORDER = /^SEARCH workouts USING COVERING INDEX workouts_statistics \(user_id=\?/

describe('the plan of statistics', () => {
  test.each([
    ['everything', { limit: 0 }],
    ['the most recent', { limit: 10_000 }],
    ['one sport', { limit: 10_000, sportId: 5 }],
    ['a span of time', { limit: 0, from: 1, until: 2 }],
    ['one sport since', { limit: 0, sportId: 5, from: 1 }],
  ])('over %s reads one index in order', async (_, scope) => {
    const plans = await plansOf((db) => listStatisticsRows(db, { userId: 1, ...scope }))
    expect(plans).toHaveLength(1)
    expect(plans[0]).toMatch(IN_ORDER)
    expect(plans[0]).not.toContain('TEMP B-TREE')
  })

  test('goes by date in the index', async () => {
    const [plan] = await plansOf((db) =>
      listStatisticsRows(db, { userId: 1, limit: 0, from: 1, until: 2 }),
    )
    expect(plan).toContain('(user_id=? AND workout_date>? AND workout_date<?)')
  })

  test('counts what is more recent in an index', async () => {
    const plans = await plansOf((db) => listStatisticsRows(db, { userId: 1, limit: 9, until: 2 }))
    expect(plans).toHaveLength(2)
    expect(plans[0]).toMatch(/USING COVERING INDEX \w+ \(user_id=\? AND workout_date>\?\)/)
  })

  test.each([undefined, 5])(
    'counts workouts of a user and sport %p in an index',
    async (sportId) => {
      const plans = await plansOf((db) => countWorkoutsOf(db, { userId: 1, sportId }))
      expect(plans).toHaveLength(1)
      expect(plans[0]).toContain('USING COVERING INDEX')
    },
  )

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
    const [plan] = await plansOf((db) => recomputeTotals(db, 1))
    expect(plan).toBe(
      [
        'SEARCH workout_equipments USING COVERING INDEX workout_equipments_item (equipment_id=?)',
        'SEARCH workouts USING INTEGER PRIMARY KEY (rowid=?)',
      ].join('; '),
    )
  })
})
