import { type Selectable, sql } from 'kysely'
import {
  type Formulas,
  THRESHOLD_KINDS,
  type ThresholdKind,
  type Thresholds,
} from '@/analysis/thresholds'
import type { Db } from '@/db/open'
import { prepared, remembered, type Slots } from '@/db/prepared'
import { listPage, type Page, type PageRequest } from '@/db/sql'
import type { ThresholdsTable } from '@/db/tables.gen'
import type { Tx } from '@/db/transact'

/** The `sport_id` of thresholds that hold in all sports that have none of their own. */
export const ALL_SPORTS = 0

/** What holds for a user from a day (`YYYY-MM-DD`) on, in a sport or in all. */
export type ThresholdRow = Omit<Selectable<ThresholdsTable>, 'import_task_id'>
export type ThresholdKey = Omit<ThresholdRow, 'value'>

/** One page of the thresholds of a user, the latest day first. */
export const listThresholds = (
  db: Db,
  userId: number,
  page: PageRequest,
): Promise<Page<ThresholdRow>> =>
  listPage(db.selectFrom('thresholds').where('user_id', '=', userId), page, (thresholds) =>
    thresholds.selectAll().orderBy('day', 'desc').orderBy('kind').orderBy('sport_id'),
  )

/** All thresholds of a user, the first day first. */
export const listAllThresholds = (db: Db, userId: number): Promise<ThresholdRow[]> =>
  db
    .selectFrom('thresholds')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('day')
    .orderBy('kind')
    .orderBy('sport_id')
    .execute()

/** Notes a threshold, in place of what was noted for its day. */
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

/** Notes thresholds of an import, but for those that have another value for their day. */
export const addImportedThresholds = (db: Tx, taskId: number, rows: readonly ThresholdRow[]) =>
  db
    .insertInto('thresholds')
    .values(rows.map((row) => ({ ...row, import_task_id: taskId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Whether an import noted any thresholds that nobody has changed. */
export const hasImportedThresholds = async (db: Db, taskId: number): Promise<boolean> =>
  (await db
    .selectFrom('thresholds')
    .select('day')
    .where('import_task_id', '=', taskId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Forgets what an import noted of thresholds and zones and nobody has changed. Says whether that was anything. */
export async function deleteImportedThresholds(db: Tx, taskId: number): Promise<boolean> {
  const gone = await Promise.all(
    (['thresholds', 'zone_rules'] as const).map((table) =>
      db.deleteFrom(table).where('import_task_id', '=', taskId).executeTakeFirst(),
    ),
  )
  return gone.some(({ numDeletedRows }) => numDeletedRows > 0n)
}

/** Whether there was such a threshold. */
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

/** The first day after that of a threshold for which there is another one of its kind and sport. */
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

/** Whose thresholds, in which sport, and when (milliseconds since the Unix epoch). */
export interface Occasion {
  userId: number
  sportId: number
  at: number
}

const SECONDS_PER_DAY = 86_400

const onOccasion = prepared((db, of: Slots<Occasion>) => {
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

/** What holds on the day of an occasion by the clocks of the user: what the sport has of its own goes before. */
export async function findThresholds(db: Db, occasion: Occasion): Promise<Thresholds> {
  const rows = await onOccasion.all(db, occasion)
  return Object.fromEntries(
    rows.flatMap(({ kind, value }) => (value === null ? [] : [[kind, value]])),
  )
}

/** What holds for those who have chosen nothing. */
const USUAL_RULES: Formulas = {
  ...{ heartRateModel: 'max', trimpWeighting: 'mean', energyFormula: 'none' },
}

const rulesOfUser = remembered((db, { userId }: Slots<{ userId: number }>) =>
  db
    .selectFrom('zone_rules')
    .select(['heart_rate_model as heartRateModel', 'trimp_weighting as trimpWeighting'])
    .select('energy_formula as energyFormula')
    .where('user_id', '=', userId),
)

/** How a user wants zones, TRIMP and energy to be made; undefined for who has chosen nothing. */
export const findZoneRules = (db: Db, userId: number): Promise<Formulas | undefined> =>
  rulesOfUser.first(db, { userId })

/** The same, or what is usual. */
export const getZoneRules = async (db: Db, userId: number): Promise<Formulas> =>
  (await findZoneRules(db, userId)) ?? USUAL_RULES

/** Notes how a user wants zones, TRIMP and energy to be made, and which import says so. */
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
