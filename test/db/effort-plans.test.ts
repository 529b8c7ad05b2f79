import { describe, expect, test } from 'bun:test'
import type { Db } from '@/db/open'
import {
  type EffortFilter,
  listBests,
  listImprovedEfforts,
  listRankedEfforts,
} from '@/db/queries/best-efforts'
import { listPlacedEfforts } from '@/db/queries/effort-places'
import { plansOf } from '../support/plans'

const OWNER = { userId: 1, sportId: 5 }
const ALL: EffortFilter = { ...OWNER, span: undefined }
const SPAN: EffortFilter = { ...OWNER, span: { from: 1, before: 2 } }
const KILOMETRE = { kind: 'distance', target: 1000 } as const
const WORKOUT = { id: 1, user_id: 1, sport_id: 5, workout_date: 10 }

const TARGET = '(user_id=? AND sport_id=? AND kind=? AND target=?'
const BY_VALUE = `COVERING INDEX efforts_best ${TARGET}`
const BY_TIME = `COVERING INDEX efforts_by_time ${TARGET} AND <expr>`

/** Where rows of tables, and not of what the query made itself, are gone through one after the other. */
const SCANS = /SCAN (efforts|found|held|other|workouts)\b/

/** The steps of the last plan of some work that go to the efforts of others. */
async function stepsOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const plans = await plansOf(work)
  for (const plan of plans) expect(plan).not.toMatch(SCANS)
  return (plans.at(-1) ?? '').split('; ').filter((step) => step.includes('INDEX efforts_'))
}

describe('the plan of efforts', () => {
  test('finds the best of all time as the first of its target', async () => {
    expect(await stepsOf((db) => listBests(db, ALL))).toEqual([`SEARCH efforts USING ${BY_VALUE})`])
  })

  test('finds the best of a span as the first of each sixty days', async () => {
    expect(await stepsOf((db) => listBests(db, SPAN))).toEqual([
      `SEARCH efforts USING ${BY_TIME}=?)`,
    ])
  })

  test('lists the best of all time in the order of the index', async () => {
    const page = { page: 3, perPage: 20 }
    const work = (db: Db) => listRankedEfforts(db, { ...ALL, ...KILOMETRE }, page)
    const [ranking = '', count] = await plansOf(work)
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

  test('ranks and counts those of a span among no others', async () => {
    const page = { page: 3, perPage: 20 }
    const plans = await plansOf((db) => listRankedEfforts(db, { ...SPAN, ...KILOMETRE }, page))
    expect(plans).toHaveLength(2)
    for (const plan of plans) expect(plan).toContain(`efforts USING ${BY_TIME}>? AND <expr><?)`)
  })

  test('reads of each sixty days the best, and what was better than all before', async () => {
    const page = { page: 1, perPage: 20 }
    expect(
      await stepsOf((db) => listImprovedEfforts(db, { ...OWNER, ...KILOMETRE }, page)),
    ).toEqual([
      `SEARCH efforts USING ${BY_TIME}=?)`,
      `SEARCH efforts USING ${BY_TIME}=? AND value<?)`,
    ])
  })

  test('reads of what is ahead of an effort no more than is counted', async () => {
    expect(await stepsOf((db) => listPlacedEfforts(db, WORKOUT))).toEqual([
      `SEARCH other USING ${BY_VALUE} AND value>?)`,
      `SEARCH other USING ${BY_VALUE} AND value=? AND workout_date<?)`,
      `SEARCH other USING ${BY_TIME}=? AND value>?)`,
    ])
  })
})
