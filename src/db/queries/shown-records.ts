import { sql } from 'kysely'
import type { Visibility } from '@/db/columns'
import type { Db } from '@/db/open'
import { prepared, type Slots } from '@/db/prepared'
import { anyIn } from '@/db/sql'
import { RECORD_RULES, RECORD_TYPES, type RecordType } from '@/records/record-types'
import { RECORD_COLUMNS, type RecordColumn, type RecordRow } from './records'

/** A workout that is the best of those of one level, of a user, sport and type of record. */
export type ShownHolder = Omit<RecordRow, 'value'> & Record<RecordColumn, number | null>

interface Wanted {
  /** JSON lists of users: all of them, and those whose followers the viewer is one of. */
  userIds: string
  followedIds: string
}

/** The best workout of one level; written so that SQLite finds it at the beginning of an index. */
function holderOf(type: RecordType, level: Visibility) {
  const { metric, best } = RECORD_RULES[type]
  const column = sql.ref(`best.${RECORD_COLUMNS[metric]}`)
  return sql`(select best.id from workouts as best
    where best.user_id = records.user_id and best.sport_id = records.sport_id
      and best.workout_visibility = ${sql.lit(level)} and best.workout_visibility <> 'private'
      and best.suspended_at is null and ${column} > 0
    order by ${column} ${best === 'largest' ? sql`desc` : sql`asc`}, best.workout_date, best.id
    limit 1)`
}

const holderByType = (level: Visibility) =>
  sql`case records.record_type ${sql.join(
    RECORD_TYPES.map((type) => sql`when ${sql.lit(type)} then ${holderOf(type, level)}`),
    sql` `,
  )} end`

const holders = prepared((db, wanted: Slots<Wanted>) => ({
  compile: () =>
    sql<ShownHolder>`
      with found as (
        select id, user_id, sport_id, record_type, ${holderByType('public')} as holder
          from records where user_id in ${anyIn(wanted.userIds)}
        union all
        select id, user_id, sport_id, record_type, ${holderByType('followers_only')}
          from records where user_id in ${anyIn(wanted.followedIds)}
      )
      select found.id, found.user_id, found.sport_id, found.record_type,
        users.username, workouts.id as workout_id, workouts.workout_date,
        workouts.short_id as workout_short_id, ${sql.join(
          Object.values(RECORD_COLUMNS).map((column) => sql.ref(`workouts.${column}`)),
        )}
      from found
        cross join workouts on workouts.id = found.holder
        cross join users on users.id = found.user_id`.compile(db),
}))

/**
 * The workouts that hold the records of some users as far as others may know: the best of the public ones, and of those
 * for followers where the viewer is one; each is looked up in an index. Of both, the better one holds the record.
 */
export const listShownHolders = (
  db: Db,
  { userIds, followedIds }: { userIds: readonly number[]; followedIds: readonly number[] },
): Promise<ShownHolder[]> =>
  holders.all(db, { userIds: JSON.stringify(userIds), followedIds: JSON.stringify(followedIds) })
