import { type Selectable, sql } from 'kysely'
import {
  type Formulas,
  THRESHOLD_KINDS,
  type ThresholdKind,
  type Thresholds,
} from '@/domain/analysis/thresholds'
import { cachedQuery, type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { ThresholdsTable } from '@/store/db/schema/tables.gen'
import { listPage, type Page, type PageRequest } from '@/store/db/sql'

/** The `sport_id` of thresholds for all sports without their own. */
export const ALL_SPORTS = 0

const COLUMNS = ['user_id', 'kind', 'sport_id', 'day', 'value'] as const

/** A threshold in force from a day (`YYYY-MM-DD`), for one sport or all. */
export type ThresholdRow = Pick<Selectable<ThresholdsTable>, (typeof COLUMNS)[number]>
export type ThresholdKey = Omit<ThresholdRow, 'value'>

/** One page of a user's thresholds, latest day first. */
export const listThresholds = (
  db: Db,
  userId: number,
  page: PageRequest,
): Promise<Page<ThresholdRow>> =>
  listPage(db.selectFrom('thresholds').where('user_id', '=', userId), page, (thresholds) =>
    thresholds.select(COLUMNS).orderBy('day', 'desc').orderBy('kind').orderBy('sport_id'),
  )

/** All thresholds of a user, earliest day first. */
export const listAllThresholds = (db: Db, userId: number): Promise<ThresholdRow[]> =>
  db
    .selectFrom('thresholds')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('day')
    .orderBy('kind')
    .orderBy('sport_id')
    .execute()

/** Stores a threshold and replaces any other of the same day. */
export const saveThreshold = (db: Tx, row: ThresholdRow) =>
  db
    .insertInto('thresholds')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'sport_id', 'day'])
        .doUpdateSet({ value: row.value, import_task_id: null }),
    )
    .execute()

/** Stores the thresholds of an import, except for days that already have one. */
export const addImportedThresholds = (db: Tx, taskId: number, rows: readonly ThresholdRow[]) =>
  db
    .insertInto('thresholds')
    .values(rows.map((row) => ({ ...row, import_task_id: taskId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Whether any thresholds of an import exist that the user has not changed. */
export const hasImportedThresholds = async (db: Db, taskId: number): Promise<boolean> =>
  (await db
    .selectFrom('thresholds')
    .select('day')
    .where('import_task_id', '=', taskId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Deletes the thresholds and zone rules of an import that the user has not changed; returns whether there were any. */
export async function deleteImportedThresholds(db: Tx, taskId: number): Promise<boolean> {
  const gone = await Promise.all(
    (['thresholds', 'zone_rules'] as const).map((table) =>
      db.deleteFrom(table).where('import_task_id', '=', taskId).executeTakeFirst(),
    ),
  )
  return gone.some(({ numDeletedRows }) => numDeletedRows > 0n)
}

/** Deletes a threshold; returns whether it existed. */
export async function deleteThreshold(db: Tx, key: ThresholdKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('thresholds')
    .where('user_id', '=', key.user_id)
    .where('kind', '=', key.kind)
    .where('sport_id', '=', key.sport_id)
    .where('day', '=', key.day)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The day of the next threshold of the same kind and sport; undefined if this is the last one. */
export async function findNextDay(
  db: Db,
  { user_id, kind, sport_id, day }: ThresholdKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('thresholds')
    .select('day')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('sport_id', '=', sport_id)
    .where('day', '>', day)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row?.day
}

/** The user, sport and instant (milliseconds since the Unix epoch) to find thresholds for. */
export interface ThresholdQuery {
  userId: number
  sportId: number
  at: number
}

const SECONDS_PER_DAY = 86_400

const inForce = prepared((db, of: Placeholders<ThresholdQuery>) => {
  const last = (sportId: unknown) => sql`(
    select value from thresholds
    where user_id = ${of.userId} and kind = wanted.value and sport_id = ${sportId}
      and day <= today.day
    order by day desc limit 1)`
  return {
    compile: () =>
      sql<{ kind: ThresholdKind; value: number | null }>`
        select wanted.value as kind,
          coalesce(${last(of.sportId)}, ${last(sql.lit(ALL_SPORTS))}) as value
        from json_each(${sql.lit(JSON.stringify(THRESHOLD_KINDS))}) as wanted, (
          select date(period_number('day', ${of.at}, timezone) * ${sql.lit(SECONDS_PER_DAY)},
            'unixepoch') as day
          from users where id = ${of.userId}) as today`.compile(db),
  }
})

/** Thresholds in force on a date in the user's time zone. Those of the sport override those for all sports. */
export async function findThresholds(db: Db, query: ThresholdQuery): Promise<Thresholds> {
  const rows = await inForce.all(db, query)
  return Object.fromEntries(
    rows.flatMap(({ kind, value }) => (value === null ? [] : [[kind, value]])),
  )
}

/** Rules for users who have chosen none. */
const DEFAULT_RULES: Formulas = {
  ...{ heartRateModel: 'max', trimpWeighting: 'mean', energyFormula: 'none' },
}

const rulesOfUser = cachedQuery((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('zone_rules')
    .select(['heart_rate_model as heartRateModel', 'trimp_weighting as trimpWeighting'])
    .select('energy_formula as energyFormula')
    .where('user_id', '=', userId),
)

/** How a user's zones, TRIMP and energy are computed; undefined if the user has not chosen. */
export const findZoneRules = (db: Db, userId: number): Promise<Formulas | undefined> =>
  rulesOfUser.first(db, { userId })

/** Like `findZoneRules`, with defaults. */
export const getZoneRules = async (db: Db, userId: number): Promise<Formulas> =>
  (await findZoneRules(db, userId)) ?? DEFAULT_RULES

/** Stores how a user's zones, TRIMP and energy are computed, and the import that it comes from. */
export const saveZoneRules = (
  db: Tx,
  user_id: number,
  { heartRateModel, trimpWeighting, energyFormula }: Formulas,
  import_task_id: number | null = null,
) => {
  const chosen = {
    ...{ heart_rate_model: heartRateModel, trimp_weighting: trimpWeighting },
    ...{ energy_formula: energyFormula, import_task_id },
  }
  return db
    .insertInto('zone_rules')
    .values({ user_id, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute()
}
