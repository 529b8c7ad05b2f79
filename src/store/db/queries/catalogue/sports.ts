import type { Insertable, Selectable, Updateable } from 'kysely'
import { cachedQuery, type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SportPreferencesTable, SportsTable } from '@/store/db/schema/tables.gen'
import { anyIn } from '@/store/db/sql'

export type SportRow = Selectable<SportsTable>
export type SportPreferenceRow = Selectable<SportPreferencesTable>
export type SportPreferenceChanges = Partial<
  Omit<Selectable<SportPreferencesTable>, 'user_id' | 'sport_id'>
>

export const listAllSports = (db: Db): Promise<readonly Readonly<SportRow>[]> => sports.all(db, {})

const sports = cachedQuery((db) => db.selectFrom('sports').selectAll().orderBy('id'))

export const findSport = async (db: Db, id: number): Promise<Readonly<SportRow> | undefined> =>
  (await listAllSports(db)).find((sport) => sport.id === id)

/** Adds a sport to the list that clients see, once it is used. */
export const addSportToList = (db: Tx, id: number) =>
  db
    .updateTable('sports')
    .set({ is_listed: 1 })
    .where('id', '=', id)
    .where('is_listed', '=', 0)
    .execute()

export const insertSport = (db: Tx, row: Insertable<SportsTable>) =>
  db.insertInto('sports').values(row).returningAll().executeTakeFirstOrThrow()

/** Deletes a sport without workouts, and what users have configured for it. */
export async function deleteSport(db: Tx, id: number): Promise<void> {
  for (const table of ['sport_preferences', 'sport_names', 'thresholds'] as const)
    await db.deleteFrom(table).where('sport_id', '=', id).execute()
  await db.updateTable('user_tasks').set({ sport_id: null }).where('sport_id', '=', id).execute()
  await db.deleteFrom('sports').where('id', '=', id).execute()
}

/** Whether any user has workouts of a sport. */
export async function isSportUsed(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('workouts')
    .select('id')
    .where('sport_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const updateSport = (db: Tx, id: number, changes: Updateable<SportsTable>) =>
  db.updateTable('sports').set(changes).where('id', '=', id).returningAll().executeTakeFirst()

/** Ids of the sports of which any user has workouts. */
export async function listUsedSportIds(db: Db): Promise<Set<number>> {
  const rows = await db
    .selectFrom('sports')
    .select('id')
    .where((eb) =>
      eb.exists(
        eb.selectFrom('workouts').select('workouts.id').whereRef('sport_id', '=', 'sports.id'),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const listSportPreferences = (
  db: Db,
  userId: number,
): Promise<readonly Readonly<SportPreferenceRow>[]> => preferences.all(db, { userId })

const preferences = cachedQuery((db, user: Placeholders<{ userId: number }>) =>
  db.selectFrom('sport_preferences').selectAll().where('user_id', '=', user.userId),
)

/** The preferences of several users. */
export const listSportPreferencesOf = (db: Db, userIds: readonly number[]) =>
  preferencesOf.all(db, { userIds: JSON.stringify(userIds) })

const preferencesOf = cachedQuery((db, wanted: Placeholders<{ userIds: string }>) =>
  db
    .selectFrom('sport_preferences')
    .selectAll()
    .where('user_id', 'in', anyIn<number>(wanted.userIds)),
)

const preference = prepared((db, wanted: Placeholders<{ userId: number; sportId: number }>) =>
  db
    .selectFrom('sport_preferences')
    .selectAll()
    .where('user_id', '=', wanted.userId)
    .where('sport_id', '=', wanted.sportId),
)

export const findSportPreference = (db: Db, userId: number, sportId: number) =>
  preference.first(db, { userId, sportId })

/**
 * Applies changes to the user's preference for a sport and returns it; creates it from the sport's defaults if
 * necessary.
 */
export async function saveSportPreference(
  db: Tx,
  key: { userId: number; sport: SportRow },
  changes: SportPreferenceChanges,
): Promise<SportPreferenceRow> {
  const { userId, sport } = key
  if (sport.is_listed === 0) await addSportToList(db, sport.id)
  const defaults = {
    user_id: userId,
    sport_id: sport.id,
    stopped_speed_threshold: sport.stopped_speed_threshold,
    pace_speed_display: sport.pace_speed_display,
  }
  return db
    .insertInto('sport_preferences')
    .values({ ...defaults, ...changes })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'sport_id']).doUpdateSet({ user_id: userId, ...changes }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const deleteSportPreference = (db: Tx, userId: number, sportId: number) =>
  db
    .deleteFrom('sport_preferences')
    .where('user_id', '=', userId)
    .where('sport_id', '=', sportId)
    .execute()
