import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Db } from '@/db/open'
import { findBests, sumFoundWorkouts } from '@/db/queries/found-sums'
import { listLikes } from '@/db/queries/likes'
import { listRecordsOfUsers, loadRecordHolders, type Ranking } from '@/db/queries/records'
import { listPiecesIn, listStartsIn } from '@/db/queries/segment-pieces'
import { listPointsOfWorkouts, listSegments } from '@/db/queries/segments'
import { listShownHolders } from '@/db/queries/shown-records'
import {
  countTimeline,
  listLatestWorkoutsOf,
  listTimelineOwners,
  listTimelineWorkouts,
} from '@/db/queries/timeline'
import {
  countFoundWorkouts,
  listFoundWorkouts,
  SORT_COLUMNS,
  type WorkoutFilter,
  type WorkoutOrder,
} from '@/db/queries/workout-search'
import { findSurroundings, findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { RECORD_RULES, RECORD_TYPES, type RecordMetric } from '@/records/record-types'
import { plansOf } from '../support/plans'

const COLUMNS: Record<RecordMetric, Ranking['column']> = {
  aveSpeed: 'ave_speed',
  distance: 'distance',
  moving: 'moving',
  maxSpeed: 'max_speed',
  ascent: 'ascent',
  avePace: 'ave_pace',
  bestPace: 'best_pace',
}

const RECORD_COLUMN_NAMES = Object.values(COLUMNS)
const BY_USER = /SEARCH workouts USING (COVERING )?INDEX \w+ \(user_id=\?/
const WHOLE_TABLE =
  /\bSCAN (?!json_each|page|found|owner|box|links|\(subquery|\w+ VIRTUAL TABLE|CONSTANT)/
const BY_KEY = 'SEARCH workouts USING INTEGER PRIMARY KEY (rowid=?)'

const BY_DATE: WorkoutOrder = { column: 'workout_date', direction: 'desc' }

const listPage = (db: Db, filter: Omit<WorkoutFilter, 'userId'>, order?: WorkoutOrder) =>
  listFoundWorkouts(db, { userId: 1, ...filter }, { limit: 5, skipped: 5, ...(order && { order }) })

describe('the plan of a list of workouts', () => {
  test.each([
    ['title', 'workouts_by_date'],
    ['description', 'workouts_by_description'],
    ['notes', 'workouts_by_notes'],
  ] as const)(
    'looks for a text in an index, and reads no row with another %s',
    async (column, index) => {
      const filter = { texts: [{ column, contains: 'lake' }] }
      for (const given of [filter, { ...filter, since: 5, visibility: 'public' as const }]) {
        const plans = await plansOf(async (db) => {
          await listPage(db, given)
          await countFoundWorkouts(db, { userId: 1, ...given })
        })
        for (const plan of plans) expect(plan).toContain(`USING COVERING INDEX ${index} (`)
      }
    },
  )

  test('finds a page in an index in order, and only then visits its rows', async () => {
    const [plan] = await plansOf((db) => listPage(db, {}))
    expect(plan).toMatch(
      /^CO-ROUTINE page; SEARCH workouts USING COVERING INDEX \w+ \(user_id=\?\); SCAN page; /,
    )
    expect(plan).toContain(BY_KEY)
  })

  test('goes by date in the index', async () => {
    const [plan] = await plansOf((db) => listPage(db, { since: 1, before: 2 }))
    expect(plan).toMatch(
      /USING COVERING INDEX \w+ \(user_id=\? AND workout_date>\? AND workout_date<\?\); SCAN page/,
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
    { ids: [1, 2] },
  ]

  test.each(filters)('looks at nobody else’s workouts: %j', async (filter) => {
    const plans = await plansOf(async (db) => {
      await listPage(db, filter)
      await countFoundWorkouts(db, { userId: 1, ...filter, since: 1 })
      await sumFoundWorkouts(db, { userId: 1, ...filter }, { order: BY_DATE, limit: 10 })
    })
    for (const plan of plans) {
      expect(plan).toMatch(filter.ids ? /SEARCH workouts USING/ : BY_USER)
      expect(plan).not.toMatch(WHOLE_TABLE)
    }
  })

  test.each<[conditions: object, sought: string]>([
    [{}, ''],
    [{ since: 1, before: 2 }, ' AND workout_date>? AND workout_date<?'],
    [{ ranges: [{ column: 'distance', from: 1, to: 2 }] }, ''],
  ])('finds and counts those of one sport in its index alone: %p', async (conditions, sought) => {
    const filter = { sportIds: [5], ...conditions }
    const inIndex = `SEARCH workouts USING COVERING INDEX workouts_by_sport (user_id=? AND sport_id=?${sought})`
    const [page] = await plansOf((db) => listPage(db, filter))
    expect(page).toStartWith(`CO-ROUTINE page; ${inIndex}; SCAN page; `)
    const counted = { userId: 1, withStart: false, ...filter }
    const [count] = await plansOf((db) => countFoundWorkouts(db, counted))
    if (Object.keys(conditions).length > 0) expect(count).toBe(inIndex)
  })

  test('passes over other sports where the index of the sport does not tell enough', async () => {
    const filter: WorkoutFilter = {
      ...{ userId: 1, sportIds: [5] },
      ranges: [{ column: 'moving', from: 1, to: 2 }],
    }
    const plans = [
      ...(await plansOf((db) => listPage(db, filter))),
      ...(await plansOf((db) => countFoundWorkouts(db, filter))),
      ...(await plansOf((db) =>
        listPage(db, { sportIds: [5] }, { column: 'moving', direction: 'asc' }),
      )),
      ...(await plansOf((db) =>
        sumFoundWorkouts(db, { userId: 1, sportIds: [5] }, { order: BY_DATE, limit: 5 }),
      )),
    ]
    for (const plan of plans) expect(plan).toContain('USING COVERING INDEX workouts_statistics')
  })

  test('counts all workouts, and those of a sport, without looking at any', async () => {
    const plans = await plansOf(async (db) => {
      await countFoundWorkouts(db, { userId: 1 })
      await countFoundWorkouts(db, { userId: 1, sportIds: [5] })
    })
    for (const plan of plans) expect(plan).toStartWith('SEARCH workout_sums USING PRIMARY KEY')
  })

  test('finds the workouts of a piece of equipment by index', async () => {
    const [plan] = await plansOf((db) => listPage(db, { equipment: 'x' }))
    expect(plan).toContain('(short_id=?)')
    expect(plan).toContain('workout_equipments_item (equipment_id=?)')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test.each(SORT_COLUMNS)('sorts by %s what an index has narrowed down', async (column) => {
    for (const direction of ['asc', 'desc'] as const) {
      const [plan] = await plansOf((db) => listPage(db, {}, { column, direction }))
      expect(plan).toMatch(BY_USER)
    }
  })

  test('sums what an index holds', async () => {
    const [plan] = await plansOf((db) =>
      sumFoundWorkouts(db, { userId: 1 }, { order: BY_DATE, limit: 10 }),
    )
    expect(plan).toContain('SEARCH workouts USING COVERING INDEX workouts_statistics (user_id=?)')
  })

  test('finds the bests of a sport at the beginning of indexes', async () => {
    const [plan] = await plansOf((db) => findBests(db, { userId: 1, sportId: 5 }))
    for (const column of ['max_speed', 'best_pace'])
      expect(plan).toContain(`workouts_best_${column} (user_id=? AND sport_id=? AND ${column}>?)`)
  })
})

test('the plan of records of others finds each at the beginning of an index', async () => {
  const [plan] = await plansOf((db) => listShownHolders(db, { userIds: [1], followedIds: [2] }))
  expect(plan).not.toMatch(WHOLE_TABLE)
  expect(plan).not.toContain('USE TEMP B-TREE')
  for (const column of RECORD_COLUMN_NAMES)
    expect(plan).toContain(
      `SEARCH best USING INDEX workouts_shown_${column} (user_id=? AND sport_id=? AND workout_visibility=? AND ${column}>?)`,
    )
})

describe('the plan of a search by place', () => {
  const boxes = [{ south: 1, west: 1, north: 2, east: 2 }]

  test('asks the R*Tree for boxes, of one user, and finds pieces by their keys', async () => {
    const [plan] = await plansOf((db) => listPiecesIn(db, 1, { boxes, except: [3] }))
    // Six bounds, each handed to the tree: four of the box, two of the user.
    const bounds = /SCAN found VIRTUAL TABLE INDEX 2:(([A-Z]\d)+)/.exec(plan ?? '')?.[1]
    expect(bounds).toHaveLength(12)
    expect(plan).toContain('SEARCH segment_pieces USING PRIMARY KEY (user_id=? AND id=?)')
  })

  test('reads starts from an index', async () => {
    const [plan] = await plansOf((db) => listStartsIn(db, 1, boxes))
    expect(plan).toContain(
      'SEARCH workouts USING COVERING INDEX workouts_start (user_id=? AND start_lat>? AND start_lat<?)',
    )
    expect(plan).toContain('SEARCH every USING COVERING INDEX workouts_start (user_id=?')
  })

  test('finds points by their keys', async () => {
    const [points] = await plansOf((db) => listPointsOfWorkouts(db, [1]))
    expect(points).toContain('(workout_id=?)')
    expect(points).toContain('SEARCH segment_points USING INTEGER PRIMARY KEY (rowid=?)')
  })
})

describe('the plan of a timeline', () => {
  test.each([0, 1, 40, 41])(
    'finds the newest of each of %p owners in an index in order',
    async (count) => {
      const owners = Array.from({ length: count }, (_, at) => at + 2)
      const page = { page: 3, perPage: 5 }
      const [plan] = await plansOf((db) => listTimelineWorkouts(db, { userId: 1, owners }, page))
      const searches = plan?.match(/SEARCH workouts USING COVERING INDEX \w+ \(user_id=\?\)/g)
      expect(searches).toHaveLength(1 + Math.min(count, count > 40 ? 1 : count))
      expect(plan).toContain(BY_KEY)
      expect(plan).not.toMatch(WHOLE_TABLE)
    },
  )

  test('finds those who are followed by index', async () => {
    const [plan] = await plansOf((db) => listTimelineOwners(db, 1))
    expect(plan).toContain('SEARCH follows USING PRIMARY KEY (follower_id=?)')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('counts by sums', async () => {
    const [plan] = await plansOf((db) => countTimeline(db, { userId: 1, owners: [2] }))
    expect(plan).toContain('SEARCH workout_sums USING PRIMARY KEY (user_id=? AND period=?')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('reads the newest of one user in order', async () => {
    const [plan] = await plansOf((db) =>
      listLatestWorkoutsOf(db, 1, {
        visible: sql`workout_visibility = 'public'`,
        limit: 5,
        skipped: 0,
      }),
    )
    expect(plan).toMatch(/^SEARCH workouts USING INDEX \w+ \(user_id=\?\)$/)
  })
})

describe('the plan of a workout', () => {
  test('finds it, what is around it, its segments and its likes by index', async () => {
    const workout = { id: 1, user_id: 1, workout_date: 1 } as WorkoutRow
    const plans = await plansOf(async (db) => {
      await findWorkout(db, 'x')
      await findSurroundings(db, workout, 1)
      await listSegments(db, [1])
      await listLikes(db, { kind: 'workout', id: 1 }, { page: 1, perPage: 10 })
    })
    expect(plans).toHaveLength(4)
    for (const plan of plans) {
      expect(plan).toContain('SEARCH')
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
    const rankings = RECORD_TYPES.map((type): Ranking => {
      const { metric, best } = RECORD_RULES[type]
      return { type, column: COLUMNS[metric], best }
    })
    const [plan] = await plansOf((db) => loadRecordHolders(db, { userId: 1, sportId: 1 }, rankings))
    for (const { column } of rankings)
      expect(plan).toContain(`workouts_best_${column} (user_id=? AND sport_id=? AND ${column}>?)`)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
