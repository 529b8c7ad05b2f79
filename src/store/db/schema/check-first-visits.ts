import type { FirstVisit } from '@/domain/explorer/first-visits'
import type { Db } from '@/store/db/connections/open'
import { computeVisits, listVisits, recountVisits } from '@/store/db/queries/explorer/first-visits'
import { compareRows, type DerivedValues, WrongRowCounter, type WrongValue } from './wrong-values'

const KEY = ['user_id', 'block', 'workout_date', 'workout_id'] as const

/** Which workout of each user visited which explorer tiles first, which follows from the tiles of workouts. */
export const FIRST_VISITS: DerivedValues = {
  what: 'first visits of explorer tiles',
  columns: [...KEY, 'north', 'south'].map((column) => `first_visits.${column}`),
  find: async (db) => {
    const found = new WrongRowCounter()
    for await (const { wrong } of wrongUsers(db)) for (const row of wrong) found.add(row)
    return found
  },
  repair: async (tx) => {
    for await (const { userId } of wrongUsers(tx)) await recountVisits(tx, userId)
  },
}

/** Users with wrong rows, without those whose first visits will be computed again anyway. */
async function* wrongUsers(db: Db): AsyncGenerator<{ userId: number; wrong: WrongValue[][] }> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where(({ eb, selectFrom }) =>
      eb('id', 'not in', selectFrom('visit_recounts').select('user_id')),
    )
    .execute()
  for (const { id: userId } of users) {
    const ofUser = (visit: FirstVisit): Record<string, unknown> => ({ user_id: userId, ...visit })
    const wrong = compareRows({
      ...{ table: 'first_visits', key: KEY },
      stored: (await listVisits(db, userId)).map(ofUser),
      recomputed: (await computeVisits(db, userId)).map(ofUser),
    })
    if (wrong.length > 0) yield { userId, wrong }
  }
}
