import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import {
  countMatchingWorkouts,
  listMatchingWorkouts,
} from '@/store/db/queries/workouts/workout-search'
import { runs, SEED, TIME_LIMIT } from '../support/properties'
import { aWorkout, startWorkoutServer } from '../support/workouts'

const WORKOUTS = 12

/** Parts of texts and searches: upper and lower case, letters whose length depends on it, and wildcards of `like`. */
const pieces = fc.constantFrom(
  ...[
    'a',
    'A',
    'b',
    ' ',
    '%',
    '_',
    '\\',
    "'",
    'lake',
    'LAKE',
    'é',
    'É',
    'e\u0301',
    'ß',
    'SS',
    'ı',
    'İ',
  ],
  ...['K', 'k', 'ς', 'Σ', 'ﬁ', '湖', '🚴', '\n', 'x'.repeat(300), 'ž'.repeat(300)],
)
const text = fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join(''))
const worlds = fc.record({
  texts: fc.array(fc.option(text), { minLength: WORKOUTS, maxLength: WORKOUTS }),
  contains: text,
})

/** The workouts found by a full scan. */
async function lookAtAll(db: Db, { userId, column, contains }: Search): Promise<number[]> {
  const at = sql.ref(column)
  const { rows } = await sql<{ id: number }>`select id from workouts not indexed
    where user_id = ${userId} and suspended_at is null
      and case when octet_length(${at}) = length(${at}) then ${at} else fold_case(${at}) end
        like fold_case(${`%${contains}%`})
    order by workout_date desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

interface Search {
  userId: number
  column: 'title' | 'description' | 'notes'
  contains: string
}

test.each(['title', 'description', 'notes'] as const)(
  'a search for a text as %s finds the same workouts as a full scan',
  async (column) => {
    const { ctx, user } = await startWorkoutServer()
    const ids: number[] = []
    for (let index = 0; index < WORKOUTS; index++)
      ids.push((await aWorkout(ctx, user, { workout_date: index % 5 })).id)
    let found = 0
    await fc.assert(
      fc.asyncProperty(worlds, async ({ texts, contains }) => {
        await writeTo(ctx.db, async (tx) => {
          for (const [index, id] of ids.entries()) {
            const set = { [column]: texts[index] ?? null, suspended_at: index === 0 ? 1 : null }
            await tx.updateTable('workouts').set(set).where('id', '=', id).execute()
          }
        })
        const filter = { userId: user.id, texts: [{ column, contains }] }
        const rows = await listMatchingWorkouts(ctx.db, filter, { limit: WORKOUTS, skipped: 0 })
        const expected = await lookAtAll(ctx.db, { userId: user.id, column, contains })
        expect(rows.map(({ id }) => id)).toEqual(expected)
        expect(await countMatchingWorkouts(ctx.db, filter)).toBe(expected.length)
        found += expected.length
      }),
      { seed: SEED, ...runs(100) },
    )
    expect(found).toBeGreaterThan(0)
  },
  TIME_LIMIT,
)
