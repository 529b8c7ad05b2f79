import { expect, test } from 'bun:test'
import {
  findTwins,
  listDuplicates,
  listDuplicatesOf,
  listUnhashed,
} from '@/store/db/queries/workouts/workout-duplicates'
import { collectQueryPlans } from '../support/query-plans'

const NOWHERE = { min_lat: null, min_lon: null, max_lat: null, max_lon: null }

test('possible duplicates are found by date and hash through indexes only', async () => {
  const likeness = {
    user_id: 1,
    workout_date: 5,
    distance: 10,
    original_hash: 'a',
    leg: null,
    split_id: null,
    ...NOWHERE,
  }
  const [plan = ''] = await collectQueryPlans((db) => findTwins(db, 7, likeness))
  expect(plan).toContain('INDEX workouts_hash (user_id=? AND original_hash=?)')
  expect(plan).toContain('INDEX workouts_by_date (user_id=? AND workout_date>? AND workout_date<?)')
  expect(plan).toContain('INDEX kept_originals_hash (hash=?)')
  expect(plan).not.toContain('SCAN workouts')
  expect(plan).not.toContain('SCAN kept_originals')
})

test('pages of pairs, and files to be hashed, are found through their indexes', async () => {
  const plans = await collectQueryPlans(async (db) => {
    await listDuplicates(db, 1, { page: 1, perPage: 5 })
    await listUnhashed(db, { after: 0, limit: 10 })
  })
  for (const plan of plans) {
    expect(plan).toMatch(/INDEX workout(_duplicates_open|s_unhashed)/)
    expect(plan).not.toContain('TEMP B-TREE')
  }
})

test('the pairs of a workout are found by either workout', async () => {
  const [plan = ''] = await collectQueryPlans((db) =>
    listDuplicatesOf(db, 7, { page: 1, perPage: 5 }),
  )
  expect(plan).toContain('MULTI-INDEX OR')
  expect(plan).not.toContain('SCAN')
})
