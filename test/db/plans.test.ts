import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { listLikes } from '@/db/queries/likes'
import { type Contest, findRecordHolders, listRecordsOfUsers } from '@/db/queries/records'
import { countStarts, listPiecesIn, listStartsIn, loadPieces } from '@/db/queries/segment-pieces'
import { listPointsOfWorkouts, listSegments } from '@/db/queries/segments'
import { listLatestWorkoutIds, listTimelineIds, listTimelineOwners } from '@/db/queries/timeline'
import {
  listWorkoutsById,
  SORT_COLUMNS,
  searchWorkouts,
  sumWorkouts,
  type WorkoutFilter,
} from '@/db/queries/workout-search'
import { findNeighbours, findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { RECORD_RULES, RECORD_TYPES, type RecordMetric } from '@/records/record-types'
import { plansOf } from '../support/plans'

const COLUMNS: Record<RecordMetric, Contest['column']> = {
  aveSpeed: 'ave_speed',
  distance: 'distance',
  moving: 'moving',
  maxSpeed: 'max_speed',
  ascent: 'ascent',
  avePace: 'ave_pace',
  bestPace: 'best_pace',
}

const BY_USER = /^SEARCH workouts USING (COVERING )?INDEX \w+ \(user_id=\?/
const WHOLE_TABLE = /\bSCAN (?!json_each|\w+ VIRTUAL TABLE)/

describe('the plan of a list of workouts', () => {
  test('reads ids from an index in order, without visiting rows', async () => {
    const [plan] = await plansOf((db) => searchWorkouts(db, { userId: 1 }))
    expect(plan).toMatch(/^SEARCH workouts USING COVERING INDEX \w+ \(user_id=\?\)$/)
  })

  test('goes by date in the index', async () => {
    const filter = { userId: 1, since: 1, before: 2 }
    const [plan] = await plansOf((db) => searchWorkouts(db, filter))
    expect(plan).toMatch(
      /USING COVERING INDEX \w+ \(user_id=\? AND workout_date>\? AND workout_date<\?\)$/,
    )
  })

  const filters: Omit<WorkoutFilter, 'userId'>[] = [
    { sportIds: [5] },
    { sportIds: [1, 5], since: 1 },
    { texts: [{ column: 'title', contains: 'x' }] },
    { texts: [{ column: 'notes', contains: 'x' }] },
    { texts: [{ column: 'description', contains: 'x' }], sportIds: [1] },
    ...(['distance', 'moving', 'ave_speed', 'max_speed', 'ave_pace', 'best_pace'] as const).map(
      (column) => ({ ranges: [{ column, from: 1, to: 2 }] }),
    ),
    { visibility: 'public' },
    { equipment: null },
    { withStart: true },
  ]

  test.each(filters)('looks at nobody else’s workouts: %j', async (filter) => {
    const [plan] = await plansOf((db) => searchWorkouts(db, { userId: 1, ...filter }))
    expect(plan).toMatch(BY_USER)
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('finds the workouts of a piece of equipment by index', async () => {
    const [plan] = await plansOf((db) => searchWorkouts(db, { userId: 1, equipment: 'x' }))
    expect(plan).toContain('(short_id=?)')
    expect(plan).toContain('workout_equipments_item (equipment_id=?)')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test.each(SORT_COLUMNS)('sorts by %s what an index has narrowed down', async (column) => {
    for (const direction of ['asc', 'desc'] as const) {
      const order = { column, direction }
      const [plan] = await plansOf((db) => searchWorkouts(db, { userId: 1 }, order))
      expect(plan).toMatch(BY_USER)
    }
  })

  test('finds the rows of a page by their keys', async () => {
    const [plan] = await plansOf((db) => listWorkoutsById(db, [1]))
    expect(plan).toStartWith('SEARCH workouts USING INTEGER PRIMARY KEY (rowid=?)')
  })

  test('sums few workouts by their keys, and many from an index', async () => {
    const plan = async (count: number) => {
      const ids = Array.from({ length: count }, (_, at) => at)
      const [found] = await plansOf((db) =>
        sumWorkouts(db, { userId: 1, ids }, { levelSports: [11] }),
      )
      return found
    }
    expect(await plan(100)).toContain('SEARCH workouts USING INTEGER PRIMARY KEY (rowid=?)')
    expect(await plan(1000)).toContain(
      'SEARCH workouts USING COVERING INDEX workouts_statistics (user_id=?)',
    )
  })
})

describe('the plan of a search by place', () => {
  const box = { south: 1, west: 1, north: 2, east: 2 }

  test('asks the R*Tree for boxes, of one user', async () => {
    const [plan] = await plansOf((db) => listPiecesIn(db, 1, { box, except: [3] }))
    expect(plan).toStartWith('SCAN segment_piece_boxes VIRTUAL TABLE INDEX 2:')
    // Six bounds, each handed to the tree: four of the box, two of the user.
    expect(/INDEX 2:([A-Z]\d)+/.exec(plan ?? '')?.[0]).toHaveLength('INDEX 2:'.length + 12)
  })

  test('reads starts from an index', async () => {
    const [starts] = await plansOf((db) => listStartsIn(db, 1, box))
    expect(starts).toBe(
      'SEARCH workouts USING COVERING INDEX workouts_start (user_id=? AND start_lat>? AND start_lat<?)',
    )
    const [count] = await plansOf((db) => countStarts(db, 1))
    expect(count).toContain('COVERING INDEX workouts_start (user_id=?')
  })

  test('finds pieces and points by their keys', async () => {
    const [pieces] = await plansOf((db) => loadPieces(db, 1, [1]))
    expect(pieces).toContain('SEARCH segment_pieces USING PRIMARY KEY (user_id=? AND id=?)')
    const [points] = await plansOf((db) => listPointsOfWorkouts(db, [1]))
    expect(points).toContain('(workout_id=?)')
    expect(points).toContain('SEARCH segment_points USING INTEGER PRIMARY KEY (rowid=?)')
  })
})

describe('the plan of a timeline', () => {
  test('counts and finds workouts in an index', async () => {
    const page = { page: 1, perPage: 5 }
    const plans = await plansOf((db) => listTimelineIds(db, { userId: 1, owners: [2, 3] }, page))
    expect(plans).toHaveLength(2)
    for (const plan of plans)
      expect(plan).toMatch(/^SEARCH workouts USING COVERING INDEX \w+ \(user_id=\?\)/)
  })

  test('finds those who are followed by index', async () => {
    const [plan] = await plansOf((db) => listTimelineOwners(db, 1))
    expect(plan).toContain('SEARCH follows USING PRIMARY KEY (follower_id=?)')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('reads the newest of one user in order', async () => {
    const [plan] = await plansOf((db) =>
      listLatestWorkoutIds(db, 1, { visible: sql`workout_visibility = 'public'`, limit: 5 }),
    )
    expect(plan).toMatch(/^SEARCH workouts USING COVERING INDEX \w+ \(user_id=\?\)$/)
  })
})

describe('the plan of a workout', () => {
  test('finds it, its neighbours, its segments and its likes by index', async () => {
    const workout = { id: 1, user_id: 1, workout_date: 1 } as WorkoutRow
    const plans = await plansOf(async (db) => {
      await findWorkout(db, 'x')
      await findNeighbours(db, workout)
      await listSegments(db, [1])
      await listLikes(db, { kind: 'workout', id: 1 }, { page: 1, perPage: 10 })
    })
    expect(plans).toHaveLength(6)
    for (const plan of plans) {
      expect(plan).toStartWith('SEARCH')
      expect(plan).not.toMatch(WHOLE_TABLE)
    }
  })
})

describe('the plan of records', () => {
  test('reads them by user', async () => {
    const [plan] = await plansOf((db) => listRecordsOfUsers(db, [1]))
    expect(plan).toContain('SEARCH records USING INDEX')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('finds each holder at the beginning of an index', async () => {
    const contests = RECORD_TYPES.map((type): Contest => {
      const { metric, best } = RECORD_RULES[type]
      return { type, column: COLUMNS[metric], best }
    })
    const [plan] = await plansOf((db) => findRecordHolders(db, { userId: 1, sportId: 1 }, contests))
    for (const { column } of contests)
      expect(plan).toContain(`workouts_best_${column} (user_id=? AND sport_id=? AND ${column}>?)`)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
