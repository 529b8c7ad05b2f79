import { describe, expect, test } from 'bun:test'
import type { Db } from '@/store/db/connections/open'
import {
  type EffortFilter,
  listBests,
  listImprovedEfforts,
  listRankedEfforts,
} from '@/store/db/queries/workouts/best-efforts'
import { listPlacedEfforts } from '@/store/db/queries/workouts/effort-places'
import { collectQueryPlans } from '../support/query-plans'

const OWNER = { userId: 1, sportId: 5 }
const ALL: EffortFilter = { ...OWNER, span: undefined }
const SPAN: EffortFilter = { ...OWNER, span: { from: 1, before: 2 } }
const KILOMETRE = { kind: 'distance', target: 1000 } as const
const WORKOUT = { id: 1, user_id: 1, sport_id: 5, workout_date: 10 }

const TARGET = '(user_id=? AND sport_id=? AND kind=? AND target=?'
const BY_VALUE = `COVERING INDEX efforts_best ${TARGET}`
const BY_TIME = `COVERING INDEX efforts_by_time ${TARGET} AND <expr>`

/** A scan of tables, as opposed to one of intermediate results. */
const SCANS = /SCAN (efforts|found|held|other|workouts)\b/

/** The steps of the last query plan that read efforts of other workouts. */
async function stepsOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const plans = await collectQueryPlans(work)
  for (const plan of plans) expect(plan).not.toMatch(SCANS)
  return (plans.at(-1) ?? '').split('; ').filter((step) => step.includes('INDEX efforts_'))
}

describe('the query plan for efforts', () => {
  test('finds the best of all time as the first of its target', async () => {
    expect(await stepsOf((db) => listBests(db, ALL))).toEqual([`SEARCH efforts USING ${BY_VALUE})`])
  })

  test('finds the best of a range as the first of every sixty days', async () => {
    expect(await stepsOf((db) => listBests(db, SPAN))).toEqual([
      `SEARCH efforts USING ${BY_TIME}=?)`,
    ])
  })

  test('lists the best of all time in the order of the index', async () => {
    const page = { page: 3, perPage: 20 }
    const work = (db: Db) => listRankedEfforts(db, { ...ALL, ...KILOMETRE }, page)
    const [ranking = '', count] = await collectQueryPlans(work)
    expect(ranking.split('; ')).toEqual([
      'MATERIALIZE page',
      `SEARCH efforts USING ${BY_VALUE})`,
      'SCAN page',
      'SEARCH found USING PRIMARY KEY (workout_id=? AND kind=? AND target=?)',
      'SEARCH workouts USING INTEGER PRIMARY KEY (rowid=?)',
    ])
    expect(count).toMatch(
      /^SEARCH efforts USING COVERING INDEX efforts_\w+ \(user_id=\? AND sport_id=\? AND kind=\? AND target=\?\)$/,
    )
  })

  test('ranks and counts efforts of a range without reading others', async () => {
    const page = { page: 3, perPage: 20 }
    const plans = await collectQueryPlans((db) =>
      listRankedEfforts(db, { ...SPAN, ...KILOMETRE }, page),
    )
    expect(plans).toHaveLength(2)
    for (const plan of plans) expect(plan).toContain(`efforts USING ${BY_TIME}>? AND <expr><?)`)
  })

  test('reads only the best of every sixty days, and those that were better than all earlier ones', async () => {
    const page = { page: 1, perPage: 20 }
    expect(
      await stepsOf((db) => listImprovedEfforts(db, { ...OWNER, ...KILOMETRE }, page)),
    ).toEqual([
      `SEARCH efforts USING ${BY_TIME}=?)`,
      `SEARCH efforts USING ${BY_TIME}=? AND value<?)`,
    ])
  })

  test('reads no more efforts ahead of one than it counts', async () => {
    expect(await stepsOf((db) => listPlacedEfforts(db, WORKOUT))).toEqual([
      `SEARCH other USING ${BY_VALUE} AND value>?)`,
      `SEARCH other USING ${BY_VALUE} AND value=? AND workout_date<?)`,
      `SEARCH other USING ${BY_TIME}=? AND value>?)`,
    ])
  })
})
