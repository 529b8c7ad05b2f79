import { type RawBuilder, sql } from 'kysely'
import type { SumPeriod } from '@/db/columns'
import type { Db } from '@/db/open'
import { preparedWrite, type Slots } from '@/db/prepared'
import type { Tx } from '@/db/transact'

/** What sums are kept of: by user, period of the user's calendar, and sport. */
interface SumTable {
  table: 'workout_sums' | 'load_sums'
  periods: readonly SumPeriod[]
  /** Every column but the key, and what one workout, or several, add to it; `workouts` is how many there are. */
  parts: { workouts: RawBuilder<unknown> } & Record<string, RawBuilder<unknown>>
  /** Joined to `workouts` and `users`. */
  join?: RawBuilder<unknown>
}

const KEYS = ['user_id', 'period', 'number', 'sport_id'] as const

/** The sum over workouts of whole `unit`ths of a column. */
export function scaled(column: string, unit: number): RawBuilder<number> {
  const value = unit === 1 ? sql.ref(column) : sql`round(${sql.ref(column)} * ${sql.lit(unit)})`
  return sql<number>`coalesce(sum(cast(${value} as integer)), 0)`
}

/** Statements that keep sums in step with the workouts of which they are made. */
export function keptSums({ table, periods, parts, join = sql`` }: SumTable) {
  const names = Object.keys(parts)
  const columns = sql.join([...KEYS, ...names].map((name) => sql.ref(name)))
  const sums = sql.table(table)
  const source = sql`workouts join users on users.id = workouts.user_id ${join}
    join json_each(${sql.lit(JSON.stringify(periods))}) as periods`

  /** What the workouts that fulfil a condition come to, as rows of the table. */
  const sumsWhere = (condition: RawBuilder<unknown>, sign: 1 | -1 = 1) => sql`
    select workouts.user_id, periods.value as period,
      period_number(periods.value, workouts.workout_date, users.timezone) as number,
      workouts.sport_id, ${sql.join(
        Object.entries(parts).map(
          ([name, part]) => sql`${sql.lit(sign)} * ${part} as ${sql.ref(name)}`,
        ),
      )}
    from ${source}
    where ${condition}
    group by workouts.user_id, periods.value, number, workouts.sport_id`

  const changing = (sign: 1 | -1) =>
    preparedWrite((db, workout: Slots<{ id: number }>) => ({
      compile: () =>
        sql`insert into ${sums} (${columns})
          ${sumsWhere(sql`workouts.id = ${workout.id}`, sign)}
          on conflict do update set ${sql.join(
            names.map(
              (name) => sql`${sql.ref(name)} = ${sql.ref(name)} + excluded.${sql.ref(name)}`,
            ),
          )}`.compile(db),
    }))
  const adding = changing(1)
  const taking = changing(-1)

  const clearing = preparedWrite((db, workout: Slots<{ id: number }>) => ({
    compile: () =>
      sql`delete from ${sums} where workouts = 0 and (${sql.join(KEYS.map((key) => sql.ref(key)))}) in (
        select workouts.user_id, periods.value,
          period_number(periods.value, workouts.workout_date, users.timezone), workouts.sport_id
        from ${source}
        where workouts.id = ${workout.id})`.compile(db),
  }))

  return {
    add: (db: Tx, workoutId: number): Promise<void> => adding.run(db, { id: workoutId }),
    take: async (db: Tx, workoutId: number): Promise<void> => {
      await taking.run(db, { id: workoutId })
      await clearing.run(db, { id: workoutId })
    },
    rebuild: async (db: Tx, userId: number): Promise<void> => {
      await sql`delete from ${sums} where user_id = ${userId}`.execute(db)
      const rows = sumsWhere(sql`workouts.user_id = ${userId}`)
      await sql`insert into ${sums} (${columns}) ${rows}`.execute(db)
    },
    listUsersWithWrong: async (db: Db): Promise<number[]> => {
      const kept = sql`select ${columns} from ${sums}`
      const { rows } = await sql<{ user_id: number }>`
        with actual as (${sumsWhere(sql`true`)}), kept as (${kept})
        select distinct user_id from (
          select * from (select * from actual except select * from kept)
          union all select * from (select * from kept except select * from actual)
        ) order by user_id`.execute(db)
      return rows.map(({ user_id }) => user_id)
    },
  }
}
