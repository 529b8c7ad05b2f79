import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { RECORD_RULES, RECORD_TYPES, type RecordMetric } from '@/domain/records/record-types'
import type { Db } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { listRecordHolders } from '@/store/db/queries/records/record-holders'
import {
  listRecordsOfUsers,
  loadRecordHolders,
  type Ranking,
} from '@/store/db/queries/records/records'
import { listLikes } from '@/store/db/queries/social/likes'
import {
  countTimeline,
  listLatestWorkoutsOf,
  listTimelineOwners,
  listTimelineWorkouts,
} from '@/store/db/queries/social/timeline'
import { findBests, sumMatchingWorkouts } from '@/store/db/queries/workouts/search-totals'
import { listSectionsIn, listStartsIn } from '@/store/db/queries/workouts/segment-sections'
import { listPointsOfWorkouts, listSegments } from '@/store/db/queries/workouts/segments'
import {
  countMatchingWorkouts,
  listMatchingWorkouts,
  SORT_COLUMNS,
  type WorkoutFilter,
  type WorkoutOrder,
} from '@/store/db/queries/workouts/workout-search'
import { listSeenCounts, rebuildSums } from '@/store/db/queries/workouts/workout-totals'
import {
  findSurroundings,
  findWorkout,
  type WorkoutRow,
} from '@/store/db/queries/workouts/workouts'
import { collectQueryPlans } from '../support/query-plans'

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
  /\bSCAN (?!json_each|page|found|owner|queue|near|box|links|\(subquery|\w+ VIRTUAL TABLE|CONSTANT)/
const BY_KEY = 'SEARCH workouts USING INTEGER PRIMARY KEY (rowid=?)'

const BY_DATE: WorkoutOrder = { column: 'workout_date', direction: 'desc' }

const listPage = (db: Db, filter: Omit<WorkoutFilter, 'userId'>, order?: WorkoutOrder) =>
  listMatchingWorkouts(
    db,
    { userId: 1, ...filter },
    { limit: 5, skipped: 5, ...(order && { order }) },
  )

/** Inserts an account with the id 1 and some public workouts, one per day. */
async function insertWorkouts(db: Db, count: number): Promise<void> {
  const days = JSON.stringify(Array.from({ length: count }, (_, day) => day))
  await sql`insert into users (id, username, email, password_hash, created_at, is_active)
    values (1, 'ann', 'ann@example.com', 'none', 0, 1)`.execute(db)
  await sql`insert into workouts (short_id, user_id, sport_id, workout_date, creation_date, duration, moving,
      distance, workout_visibility)
    select 'w' || value, 1, 1, value * 86400000, 0, 1, 1, 1, 'public' from json_each(${days})`.execute(
    db,
  )
  await writeTo(db, (tx) => rebuildSums(tx, 1))
}

describe('the query plan for a list of workouts', () => {
  test.each([
    ['title', 'workouts_by_date'],
    ['description', 'workouts_by_description'],
    ['notes', 'workouts_by_notes'],
  ] as const)(
    'searches for a text in an index, and reads no row with another %s',
    async (column, index) => {
      const filter = { texts: [{ column, contains: 'lake' }] }
      for (const given of [filter, { ...filter, since: 5, visibility: 'public' as const }]) {
        const plans = await collectQueryPlans(async (db) => {
          await listPage(db, given)
          await countMatchingWorkouts(db, { userId: 1, ...given })
        })
        for (const plan of plans) expect(plan).toContain(`USING COVERING INDEX ${index} (`)
      }
    },
  )

  test('finds a page in index order and only then reads its rows', async () => {
    const [plan] = await collectQueryPlans((db) => listPage(db, {}))
    expect(plan).toMatch(
      /^CO-ROUTINE page; SEARCH workouts USING COVERING INDEX \w+ \(user_id=\?\); SCAN page; /,
    )
    expect(plan).toContain(BY_KEY)
  })

  test('uses the date in the index', async () => {
    const [plan] = await collectQueryPlans((db) => listPage(db, { since: 1, before: 2 }))
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

  test.each(filters)('reads no workouts of other users: %j', async (filter) => {
    const plans = await collectQueryPlans(async (db) => {
      await listPage(db, filter)
      await countMatchingWorkouts(db, { userId: 1, ...filter, since: 1 })
      await sumMatchingWorkouts(db, { userId: 1, ...filter }, { order: BY_DATE, limit: 10 })
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
  ])(
    'finds and counts workouts of one sport with a covering index: %p',
    async (conditions, sought) => {
      const filter = { sportIds: [5], ...conditions }
      const inIndex = `SEARCH workouts USING COVERING INDEX workouts_by_sport (user_id=? AND sport_id=?${sought})`
      const [page] = await collectQueryPlans((db) => listPage(db, filter))
      expect(page).toStartWith(`CO-ROUTINE page; ${inIndex}; SCAN page; `)
      const counted = { userId: 1, withStart: false, ...filter }
      const [count] = await collectQueryPlans((db) => countMatchingWorkouts(db, counted))
      if (Object.keys(conditions).length > 0) expect(count).toBe(inIndex)
    },
  )

  test('skips other sports when the index of the sport is not enough', async () => {
    const filter: WorkoutFilter = {
      ...{ userId: 1, sportIds: [5] },
      ranges: [{ column: 'moving', from: 1, to: 2 }],
    }
    const plans = [
      ...(await collectQueryPlans((db) => listPage(db, filter))),
      ...(await collectQueryPlans((db) => countMatchingWorkouts(db, filter))),
      ...(await collectQueryPlans((db) =>
        listPage(db, { sportIds: [5] }, { column: 'moving', direction: 'asc' }),
      )),
      ...(await collectQueryPlans((db) =>
        sumMatchingWorkouts(db, { userId: 1, sportIds: [5] }, { order: BY_DATE, limit: 5 }),
      )),
    ]
    for (const plan of plans) expect(plan).toContain('USING COVERING INDEX workouts_statistics')
  })

  test('counts all workouts, and those of a sport, without reading any', async () => {
    const plans = await collectQueryPlans(async (db) => {
      await countMatchingWorkouts(db, { userId: 1 })
      await countMatchingWorkouts(db, { userId: 1, sportIds: [5] })
    })
    for (const plan of plans) expect(plan).toStartWith('SEARCH workout_sums USING PRIMARY KEY')
  })

  test('finds the workouts of a piece of equipment by index', async () => {
    const [plan] = await collectQueryPlans((db) => listPage(db, { equipment: 'x' }))
    expect(plan).toContain('(short_id=?)')
    expect(plan).toContain('workout_equipments_item (equipment_id=?)')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test.each(SORT_COLUMNS)(
    'sorts by %s after an index has narrowed down the rows',
    async (column) => {
      for (const direction of ['asc', 'desc'] as const) {
        const [plan] = await collectQueryPlans((db) => listPage(db, {}, { column, direction }))
        expect(plan).toMatch(BY_USER)
      }
    },
  )

  test('computes sums from an index', async () => {
    const [plan] = await collectQueryPlans((db) =>
      sumMatchingWorkouts(db, { userId: 1 }, { order: BY_DATE, limit: 10 }),
    )
    expect(plan).toContain('SEARCH workouts USING COVERING INDEX workouts_statistics (user_id=?)')
  })

  test.each([undefined, { workout_date: 1, id: 1 }])(
    'finds the bests of a sport since %p in index order',
    async (oldest) => {
      const [plan] = await collectQueryPlans((db) =>
        findBests(db, { userId: 1, sportId: 5, oldest }),
      )
      expect(plan).not.toContain('TEMP B-TREE')
      for (const column of ['max_speed', 'best_pace'])
        expect(plan).toContain(`workouts_best_${column} (user_id=? AND sport_id=? AND ${column}>?)`)
    },
  )
})

test('the query plan for records of others finds each at the beginning of an index', async () => {
  const [plan] = await collectQueryPlans((db) =>
    listRecordHolders(db, { userIds: [1], followedIds: [2] }),
  )
  expect(plan).not.toMatch(WHOLE_TABLE)
  expect(plan).not.toContain('USE TEMP B-TREE')
  for (const column of RECORD_COLUMN_NAMES)
    expect(plan).toContain(
      `SEARCH best USING INDEX workouts_shown_${column} (user_id=? AND sport_id=? AND workout_visibility=? AND ${column}>?)`,
    )
})

describe('the query plan for a search by place', () => {
  const boxes = [{ south: 1, west: 1, north: 2, east: 2 }]

  test('searches the R*Tree for boxes of one user, and finds chunks by their keys', async () => {
    const [plan] = await collectQueryPlans((db) => listSectionsIn(db, 1, { boxes, except: [3] }))
    // Six bounds that are passed to the tree: four of the box, two of the user.
    const bounds = /SCAN found VIRTUAL TABLE INDEX 2:(([A-Z]\d)+)/.exec(plan ?? '')?.[1]
    expect(bounds).toHaveLength(12)
    expect(plan).toContain('SEARCH segment_pieces USING PRIMARY KEY (user_id=? AND id=?)')
  })

  test('reads starts from an index', async () => {
    const [plan] = await collectQueryPlans((db) => listStartsIn(db, 1, boxes))
    expect(plan).toContain(
      'SEARCH workouts USING COVERING INDEX workouts_start (user_id=? AND start_lat>? AND start_lat<?)',
    )
    expect(plan).toContain('SEARCH every USING COVERING INDEX workouts_start (user_id=?')
  })

  test('finds points by their keys', async () => {
    const [points] = await collectQueryPlans((db) => listPointsOfWorkouts(db, [1]))
    expect(points).toContain('(workout_id=?)')
    expect(points).toContain('SEARCH segment_points USING INTEGER PRIMARY KEY (rowid=?)')
  })
})

describe('the query plan for a timeline', () => {
  const planOfPage = async (others: number, page: number) => {
    const owners = Array.from({ length: others }, (_, at) => at + 2)
    const plans = await collectQueryPlans(async (db) => {
      await insertWorkouts(db, 150)
      await listTimelineWorkouts(db, { userId: 1, owners }, { page, perPage: 5 })
    })
    return plans.at(-1)
  }

  test.each([0, 1, 40])('merges the workouts of %p others in an index', async (count) => {
    const plan = await planOfPage(count, 3)
    const searches = plan?.match(/SEARCH workouts USING COVERING INDEX \w+ \(user_id=\?\)/g)
    expect(searches).toHaveLength(1 + count)
    expect(plan).toContain(BY_KEY)
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test.each([3, 10])(
    'for page %p keeps the next workout of each of many owners in a queue',
    async (page) => {
      const plan = await planOfPage(41, page)
      const searches = plan?.match(
        /SEARCH workouts USING COVERING INDEX \w+ \(user_id=\?( AND workout_date<\?)?\)/g,
      )
      expect(searches).toHaveLength(4)
      expect(plan).toContain('RECURSIVE STEP')
      expect(plan).toContain(BY_KEY)
      expect(plan).not.toMatch(WHOLE_TABLE)
      expect(plan).not.toContain('TEMP B-TREE')
    },
  )

  test.each([0, 1, 41])(
    'reads a few days of each of %p others for a distant page',
    async (count) => {
      const plan = await planOfPage(count, 25)
      expect(plan).toContain(
        'SEARCH workouts USING COVERING INDEX workouts_by_date (user_id=? AND workout_date>? AND workout_date<?)',
      )
      expect(plan).toContain(BY_KEY)
      expect(plan).not.toMatch(WHOLE_TABLE)
      expect(plan).not.toContain('RECURSIVE STEP')
    },
  )

  test('counts the workouts of several users by period from totals', async () => {
    const [plan] = await collectQueryPlans((db) =>
      listSeenCounts(db, { viewerId: 1, owners: '[1,2]' }, { period: 'day', first: 1, last: 2 }),
    )
    expect(plan).toContain(
      'SEARCH workout_sums USING PRIMARY KEY (user_id=? AND period=? AND number>? AND number<?)',
    )
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('finds followed users by index', async () => {
    const [plan] = await collectQueryPlans((db) => listTimelineOwners(db, 1))
    expect(plan).toContain('SEARCH follows USING PRIMARY KEY (follower_id=?)')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('counts workouts from totals', async () => {
    const [plan] = await collectQueryPlans((db) => countTimeline(db, { userId: 1, owners: [2] }))
    expect(plan).toContain('SEARCH workout_sums USING PRIMARY KEY (user_id=? AND period=?')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('reads the newest workouts of one user in order', async () => {
    const [plan] = await collectQueryPlans((db) =>
      listLatestWorkoutsOf(db, 1, {
        visible: sql`workout_visibility = 'public'`,
        limit: 5,
        skipped: 0,
      }),
    )
    expect(plan).toMatch(/^SEARCH workouts USING INDEX \w+ \(user_id=\?\)$/)
  })
})

describe('the query plan for a workout', () => {
  test('finds it, its neighbours, segments and likes by index', async () => {
    const workout = { id: 1, user_id: 1, workout_date: 1 } as WorkoutRow
    const plans = await collectQueryPlans(async (db) => {
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

describe('the query plan for records', () => {
  test('reads them by user', async () => {
    const [plan] = await collectQueryPlans((db) => listRecordsOfUsers(db, [1]))
    expect(plan).toContain('SEARCH records USING INDEX')
    expect(plan).not.toMatch(WHOLE_TABLE)
  })

  test('finds each holder at the beginning of an index', async () => {
    const rankings = RECORD_TYPES.map((type): Ranking => {
      const { metric, best } = RECORD_RULES[type]
      return { type, column: COLUMNS[metric], best }
    })
    const [plan] = await collectQueryPlans((db) =>
      loadRecordHolders(db, { userId: 1, sportId: 1 }, rankings),
    )
    for (const { column } of rankings)
      expect(plan).toContain(`workouts_best_${column} (user_id=? AND sport_id=? AND ${column}>?)`)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
