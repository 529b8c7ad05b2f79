import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { effortsVisibleTo, segmentFoundBy, segmentVisibleTo } from '@/policy/segment'
import { FORMER_LEADER, prepareLostLeads } from '@/store/db/queries/segments/lost-leads'
import { listSegmentStartsIn } from '@/store/db/queries/segments/segment-search'
import { collectQueryPlans } from '../support/query-plans'

test('segments around a place are found by their boxes, and read one by one', async () => {
  const viewer = { userId: 1, isSuspended: false, isReviewing: false }
  const box = { south: 47, west: 7, north: 48, east: 8 }
  for (const condition of [segmentFoundBy(viewer), sql<boolean>`ranked_segments.user_id = 1`]) {
    const [plan] = await collectQueryPlans((db) =>
      listSegmentStartsIn(db, [box], { condition, sportGroup: 'bicycle' }),
    )
    expect(plan).toContain('SCAN found VIRTUAL TABLE INDEX 2:')
    expect(plan).toContain('SEARCH ranked_segments USING INTEGER PRIMARY KEY (rowid=?)')
    expect(plan).not.toMatch(/SCAN (ranked_segments|users|follows|blocks)/)
  }
})

test('lost leads are found with the indexes of best times', async () => {
  const viewer = { userId: FORMER_LEADER, isSuspended: false, isReviewing: false }
  const query = prepareLostLeads({
    ...effortsVisibleTo(viewer),
    isSegmentSeen: segmentVisibleTo(viewer),
  })
  const [plan] = await collectQueryPlans((db) => query.all(db, { workoutId: 1, userId: 1 }))
  expect(plan).toContain('INDEX segment_efforts_workout (workout_id=?)')
  expect(plan).toContain(
    'own USING COVERING INDEX segment_bests_fastest (segment_id=? AND duration>?)',
  )
  expect(plan).toContain(
    'rival USING COVERING INDEX segment_bests_fastest (segment_id=? AND duration<?)',
  )
  expect(plan).not.toMatch(/\bSCAN\b/)
})
