import { type RawBuilder, sql } from 'kysely'
import { type Placeholders, preparedWrite } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { SumPeriod } from '@/store/db/schema/columns'
import { compareRows, type DerivedValues, WrongRowCounter } from '@/store/db/schema/wrong-values'

type Row = Record<string, unknown>

/** A table of totals by user, period of the user's calendar, and sport. */
interface SumTable {
  /** Name of the totals in messages, such as `sums of workouts`. */
  what: string
  table: 'workout_sums' | 'load_sums'
  periods: readonly SumPeriod[]
  /** Every column except the key, with the SQL of what workouts add to it; `workouts` is their number. */
  parts: { workouts: RawBuilder<unknown> } & Record<string, RawBuilder<unknown>>
  /** Joined to `workouts` and `users`. */
  join?: RawBuilder<unknown>
}

const KEYS = ['user_id', 'period', 'number', 'sport_id'] as const

/** SQL for the sum of a column over workouts, in integers of 1/`unit`. */
export function scaled(column: string, unit: number): RawBuilder<number> {
  const value = unit === 1 ? sql.ref(column) : sql`round(${sql.ref(column)} * ${sql.lit(unit)})`
  return sql<number>`coalesce(sum(cast(${value} as integer)), 0)`
}

const columnsOf = ({ parts }: SumTable) => [...KEYS, ...Object.keys(parts)]

const sourceOf = ({ periods, join = sql`` }: SumTable) => sql`
  workouts join users on users.id = workouts.user_id ${join}
    join json_each(${sql.lit(JSON.stringify(periods))}) as periods`

/** The sums of the workouts that match a condition, as rows of the table. */
const sumsWhere = (of: SumTable, condition: RawBuilder<unknown>, sign: 1 | -1 = 1) => sql`
  select workouts.user_id, periods.value as period,
    period_number(periods.value, workouts.workout_date, users.timezone) as number,
    workouts.sport_id, ${sql.join(
      Object.entries(of.parts).map(
        ([name, part]) => sql`${sql.lit(sign)} * ${part} as ${sql.ref(name)}`,
      ),
    )}
  from ${sourceOf(of)}
  where ${condition}
  group by workouts.user_id, periods.value, number, workouts.sport_id`

/** Creates the statements that update totals together with their workouts. */
export function storedSums(of: SumTable) {
  const columns = sql.join(columnsOf(of).map((name) => sql.ref(name)))
  const sums = sql.table(of.table)

  const changing = (sign: 1 | -1) =>
    preparedWrite((db, workout: Placeholders<{ id: number }>) => ({
      compile: () =>
        sql`insert into ${sums} (${columns})
          ${sumsWhere(of, sql`workouts.id = ${workout.id}`, sign)}
          on conflict do update set ${sql.join(
            Object.keys(of.parts).map(
              (name) => sql`${sql.ref(name)} = ${sql.ref(name)} + excluded.${sql.ref(name)}`,
            ),
          )}`.compile(db),
    }))
  const adding = changing(1)
  const taking = changing(-1)

  const clearing = preparedWrite((db, workout: Placeholders<{ id: number }>) => ({
    compile: () =>
      sql`delete from ${sums} where workouts = 0 and (${sql.join(KEYS.map((key) => sql.ref(key)))}) in (
        select workouts.user_id, periods.value,
          period_number(periods.value, workouts.workout_date, users.timezone), workouts.sport_id
        from ${sourceOf(of)}
        where workouts.id = ${workout.id})`.compile(db),
  }))

  return {
    add: (db: Tx, workoutId: number): Promise<void> => adding.run(db, { id: workoutId }),
    subtract: async (db: Tx, workoutId: number): Promise<void> => {
      await taking.run(db, { id: workoutId })
      await clearing.run(db, { id: workoutId })
    },
    ...recomputedSums(of),
  }
}

/** Creates the statements that recompute all sums of users and compare them with the stored ones. */
function recomputedSums(of: SumTable) {
  const { what, table } = of
  const columns = sql.join(columnsOf(of).map((name) => sql.ref(name)))
  const sums = sql.table(table)
  const ofUser = (userId: number) => sumsWhere(of, sql`workouts.user_id = ${userId}`)

  const rebuild = async (db: Tx, userId: number): Promise<void> => {
    await sql`delete from ${sums} where user_id = ${userId}`.execute(db)
    await sql`insert into ${sums} (${columns}) ${ofUser(userId)}`.execute(db)
  }

  const listUsersWithWrong = async (db: Db): Promise<number[]> => {
    const { rows } = await sql<{ user_id: number }>`
      with actual as (${sumsWhere(of, sql`true`)}), kept as (select ${columns} from ${sums})
      select distinct user_id from (
        select * from (select * from actual except select * from kept)
        union all select * from (select * from kept except select * from actual)
      ) order by user_id`.execute(db)
    return rows.map(({ user_id }) => user_id)
  }

  const derived: DerivedValues = {
    what,
    columns: columnsOf(of).map((name) => `${table}.${name}`),
    find: async (db) => {
      const found = new WrongRowCounter()
      for (const userId of await listUsersWithWrong(db)) {
        const stored = await sql<Row>`
          select ${columns} from ${sums} where user_id = ${userId}`.execute(db)
        const recomputed = await sql<Row>`
          select ${columns} from (${ofUser(userId)})`.execute(db)
        const rows = { stored: stored.rows, recomputed: recomputed.rows }
        for (const values of compareRows({ table, key: KEYS, ...rows })) found.add(values)
      }
      return found
    },
    repair: async (tx) => {
      for (const userId of await listUsersWithWrong(tx)) await rebuild(tx, userId)
    },
  }
  return { rebuild, listUsersWithWrong, derived }
}
