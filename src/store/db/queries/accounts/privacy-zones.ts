import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { PrivacyZone } from '@/domain/privacy/hidden-area'
import { cachedQuery, type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { fromJson, fromSqlBool } from '@/store/db/schema/columns'
import type { PrivacySettingsTable, PrivacyZonesTable } from '@/store/db/schema/tables.gen'
import { anyIn, hasRows, RANDOM_ID } from '@/store/db/sql'

export type PrivacySettingsRow = Selectable<PrivacySettingsTable>
export type PrivacyZoneRow = Selectable<PrivacyZonesTable>

/** The settings of a user; undefined if they have never been changed. */
export const findPrivacySettings = (db: Db, userId: number) =>
  db.selectFrom('privacy_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Whether a user has changed the settings or created a zone, at some time. */
export const hasPrivacySettings = async (db: Db, userId: number): Promise<boolean> =>
  (await settings.first(db, { userId })) !== undefined

const settings = prepared((db, { userId }: Placeholders<{ userId: number }>) =>
  db.selectFrom('privacy_settings').select('user_id').where('user_id', '=', userId),
)

/** Inserts the settings of a user unless they exist. */
export const ensurePrivacySettings = (db: Tx, row: Pick<PrivacySettingsRow, 'user_id' | 'salt'>) =>
  db
    .insertInto('privacy_settings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Changes the settings of a user, which must exist. */
export const updatePrivacySettings = (
  db: Tx,
  userId: number,
  changes: Updateable<PrivacySettingsTable>,
): Promise<PrivacySettingsRow> =>
  db
    .updateTable('privacy_settings')
    .set({ user_id: userId, ...changes })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The zones of a user, oldest first. */
export const listPrivacyZones = (db: Db, userId: number): Promise<PrivacyZoneRow[]> =>
  db.selectFrom('privacy_zones').selectAll().where('user_id', '=', userId).orderBy('id').execute()

/** A zone of a user; undefined if there is none with this id. */
export const findPrivacyZone = (
  db: Db,
  { userId, shortId }: { userId: number; shortId: string },
): Promise<PrivacyZoneRow | undefined> =>
  db
    .selectFrom('privacy_zones')
    .selectAll()
    .where('user_id', '=', userId)
    .where('short_id', '=', shortId)
    .executeTakeFirst()

/** Whether any user has a zone with this short id. */
export const hasPrivacyZone = (db: Db, shortId: string): Promise<boolean> =>
  hasRows(db.selectFrom('privacy_zones').where('short_id', '=', shortId))

/** Converts a row to the zone that it describes. */
export const zoneOf = (
  row: Pick<
    PrivacyZoneRow,
    'outline' | 'radius' | 'offset_north' | 'offset_east' | 'hides_passages'
  >,
): PrivacyZone => ({
  outline: fromJson(row.outline),
  radius: row.radius,
  offsetNorth: row.offset_north,
  offsetEast: row.offset_east,
  hidesPassages: fromSqlBool(row.hides_passages),
})

/** Cells per degree, of about 200 metres, in which starts of workouts are counted. */
const CELLS = 500
const CELL = [sql`round(start_lat * ${CELLS})`, sql`round(start_lon * ${CELLS})`]

/** The places where at least `min` of a user's workouts start, with their number, most frequent first. */
export const listFrequentStarts = (db: Db, userId: number, min: number) =>
  db
    .selectFrom('workouts')
    .select(({ fn }) => [
      fn.avg<number>('start_lat').as('latitude'),
      fn.avg<number>('start_lon').as('longitude'),
      fn.countAll<number>().as('count'),
    ])
    .where('user_id', '=', userId)
    .where('start_lat', 'is not', null)
    .groupBy(CELL)
    .having(({ fn }) => fn.countAll(), '>=', min)
    .orderBy('count', 'desc')
    .limit(100)
    .execute()

/** Counts how many of a user's `latest` workouts start at the most frequent place; 0 if none has a position. */
export const countMostFrequentStart = async (
  db: Db,
  params: { userId: number; latest: number },
): Promise<number> => (await mostFrequentStart.first(db, params))?.count ?? 0

const mostFrequentStart = prepared(
  (db, { userId, latest }: Placeholders<{ userId: number; latest: number }>) =>
    db
      .selectFrom(
        db
          .selectFrom('workouts')
          .select(['start_lat', 'start_lon'])
          .where('user_id', '=', userId)
          .orderBy('workout_date', 'desc')
          .limit(latest)
          .as('latest'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('start_lat', 'is not', null)
      .groupBy(CELL)
      .orderBy('count', 'desc')
      .limit(1),
)

/** Stores a zone; the settings of its user must exist. */
export const insertPrivacyZone = (
  db: Tx,
  row: Insertable<PrivacyZonesTable>,
): Promise<PrivacyZoneRow> =>
  db.insertInto('privacy_zones').values(row).returningAll().executeTakeFirstOrThrow()

/** Changes a zone of a user; undefined if there is none with this id. */
export const updatePrivacyZone = (
  db: Tx,
  { userId, shortId }: { userId: number; shortId: string },
  changes: Updateable<PrivacyZonesTable>,
): Promise<PrivacyZoneRow | undefined> =>
  db
    .updateTable('privacy_zones')
    .set(changes)
    .where('user_id', '=', userId)
    .where('short_id', '=', shortId)
    .returningAll()
    .executeTakeFirst()

/** Deletes a zone of a user; returns whether there was one. */
export async function deletePrivacyZone(
  db: Tx,
  { userId, shortId }: { userId: number; shortId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('privacy_zones')
    .where('user_id', '=', userId)
    .where('short_id', '=', shortId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const rules = cachedQuery((db, { userIds }: Placeholders<{ userIds: string }>) =>
  db
    .selectFrom('privacy_settings')
    .innerJoin('users', 'users.id', 'privacy_settings.user_id')
    .leftJoin('privacy_zones', 'privacy_zones.user_id', 'privacy_settings.user_id')
    .select(['privacy_settings.user_id', 'hidden_metres', 'hides_times', 'salt', 'timezone'])
    .select(['outline', 'radius', 'offset_north', 'offset_east', 'hides_passages'])
    .where('privacy_settings.user_id', 'in', anyIn<number>(userIds))
    .orderBy('privacy_settings.user_id'),
)

/** The settings of users with their zones: a row for each zone, or one row without a zone. */
export const listPrivacyRules = (db: Db, userIds: readonly number[]) =>
  rules.all(db, { userIds: JSON.stringify(userIds) })

/**
 * Gives all maps of a user new ids, without images. With the previous ids, others could still load images of
 * what was visible before.
 *
 * @returns the paths of the previous images
 */
export async function renewMapsOfUser(db: Tx, userId: number): Promise<string[]> {
  const files = await db
    .selectFrom('workouts')
    .select('map_file')
    .where('user_id', '=', userId)
    .where('map_file', 'is not', null)
    .execute()
  await db
    .updateTable('workouts')
    .set({ map_id: RANDOM_ID, map_file: null })
    .where('user_id', '=', userId)
    .where('map_id', 'is not', null)
    .execute()
  return files.flatMap(({ map_file: file }) => file ?? [])
}
