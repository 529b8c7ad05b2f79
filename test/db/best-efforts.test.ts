import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Effort } from '@/domain/analysis/efforts'
import { writeTo } from '@/store/db/connections/transact'
import {
  listBests,
  listImprovedEfforts,
  listRankedEfforts,
} from '@/store/db/queries/workouts/best-efforts'
import { LAST_PLACE, listPlacedEfforts } from '@/store/db/queries/workouts/effort-places'
import { insertEfforts } from '@/store/db/queries/workouts/efforts'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { SEED } from '../support/properties'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const DAY = 86_400_000
const KILOMETRE = { kind: 'distance', target: 1000 } as const
const MINUTE = { kind: 'power', target: 60 } as const
const FIRST = { page: 1, perPage: 20 }

interface Made {
  workout: WorkoutRow
  value: number
}

/** Days around 1970, some with several workouts, and few values, so that many are equal. */
const someEfforts = fc.array(
  fc.record({
    day: fc.integer({ min: -900, max: 900 }),
    value: fc.integer({ min: 200, max: 240 }),
  }),
  { minLength: 120, maxLength: 120 },
)

/** Workouts with a fastest kilometre and a best minute each. */
async function makeWorld() {
  const { ctx, user } = await startWorkoutServer()
  const made: Made[] = []
  const [some = []] = fc.sample(someEfforts, { seed: SEED, numRuns: 1 })
  for (const { day, value } of some) {
    const workout = await aWorkout(ctx, user, { sport_id: 5, workout_date: day * DAY })
    made.push({ workout, value })
    const efforts = [KILOMETRE, MINUTE].map(
      (target): Effort => ({ ...target, value, start: 0, elapsed: value }),
    )
    await writeTo(ctx.db, async (tx) => insertEfforts(tx, workout, efforts))
  }
  return { db: ctx.db, owner: { userId: user.id, sportId: 5 }, made }
}

/** Whether the smallest or the largest value is the best. */
const WAYS = [
  [KILOMETRE, 1],
  [MINUTE, -1],
] as const

const byDate = (one: Made, other: Made) =>
  one.workout.workout_date - other.workout.workout_date || one.workout.id - other.workout.id

/** Sorts the best first, and of equal ones the earliest. */
const rank = (made: readonly Made[], way: 1 | -1) =>
  made.toSorted((one, other) => way * (one.value - other.value) || byDate(one, other))

const idsOf = (made: readonly Made[]) => made.map(({ workout }) => workout.short_id)

const SPANS = [
  [-900, 900],
  [-100, 100],
  [300, 310],
  [17, 400],
  [-1000, -900.5],
] as const

/** The efforts that were better than all earlier ones, in chronological order. */
function stepsIn(made: readonly Made[], way: 1 | -1): Made[] {
  const steps: Made[] = []
  for (const one of made.toSorted(byDate)) {
    const best = steps.at(-1)
    if (!best || way * (one.value - best.value) < 0) steps.push(one)
  }
  return steps
}

describe('the best efforts of many workouts', () => {
  test('equal those found by sorting, in any range of days', async () => {
    const { db, owner, made } = await makeWorld()
    for (const [first, last] of SPANS) {
      const span = { from: first * DAY, before: last * DAY }
      const inSpan = made.filter(
        ({ workout }) => workout.workout_date >= span.from && workout.workout_date < span.before,
      )
      const bests = await listBests(db, { ...owner, span })
      for (const [wanted, way] of WAYS) {
        const expected = idsOf(rank(inSpan, way))
        expect(bests.filter(({ kind }) => kind === wanted.kind).map((one) => one.short_id)).toEqual(
          expected.slice(0, 1),
        )
        const page = await listRankedEfforts(
          db,
          { ...owner, span, ...wanted },
          { page: 2, perPage: 7 },
        )
        expect(page.rows.map((one) => one.short_id)).toEqual(expected.slice(7, 14))
        expect(page.total).toBe(expected.length)
      }
    }
  })

  test('improve in the same steps as in chronological order', async () => {
    const { db, owner, made } = await makeWorld()
    for (const [wanted, way] of WAYS) {
      const steps = stepsIn(made, way)
      expect(steps.length).toBeGreaterThan(2)
      const formerOf = (index: number) => steps[index - 1]?.value ?? null
      const latest = steps.map((step, index) => ({ step, former: formerOf(index) })).reverse()
      for (const perPage of [1, 2, 3, 100])
        for (let page = 1; (page - 2) * perPage < steps.length; page += 1) {
          const found = await listImprovedEfforts(db, { ...owner, ...wanted }, { page, perPage })
          const shown = latest.slice((page - 1) * perPage, page * perPage)
          expect(found.rows.map((one) => one.short_id)).toEqual(
            idsOf(shown.map(({ step }) => step)),
          )
          expect(found.rows.map((one) => one.former)).toEqual(shown.map(({ former }) => former))
          expect(found.total).toBe(steps.length)
        }
    }
  })

  test('have the same ranks as after sorting, among all and among earlier ones', async () => {
    const { db, made } = await makeWorld()
    for (const { workout } of made) {
      const placed = await listPlacedEfforts(db, workout)
      for (const [wanted, way] of WAYS) {
        const ranking = rank(made, way)
        const place = ranking.findIndex((one) => one.workout.id === workout.id)
        const then = ranking
          .slice(0, place)
          .filter((one) => byDate(one, { workout, value: 0 }) < 0).length
        const { ahead, ahead_then } = placed.find(({ kind }) => kind === wanted.kind) ?? {}
        expect([ahead, ahead_then]).toEqual([place, then].map((all) => Math.min(all, LAST_PLACE)))
      }
    }
  })

  test('are separate by user and sport', async () => {
    const { db, owner } = await makeWorld()
    const others = [
      { ...owner, sportId: 3 },
      { ...owner, userId: owner.userId + 1 },
    ]
    for (const other of others) {
      expect(await listBests(db, { ...other, span: { from: 0, before: DAY * 900 } })).toEqual([])
      const none = await listImprovedEfforts(db, { ...other, ...KILOMETRE }, FIRST)
      expect(none).toEqual({ rows: [], total: 0 })
    }
  })
})
