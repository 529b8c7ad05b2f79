import { sql } from 'kysely'
import { RECORD_RULES, RECORD_TYPES, type RecordType } from '@/domain/records/record-types'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Visibility } from '@/store/db/schema/columns'
import { anyIn } from '@/store/db/sql'
import { RECORD_COLUMNS, type RecordColumn, type RecordRow } from './records'

/** The best workout of one visibility, by user, sport and type of record. */
export type RecordHolder = Omit<RecordRow, 'value'> & Record<RecordColumn, number | null>

interface HolderQuery {
  /** JSON lists of users: all of them, and those whom the viewer follows. */
  userIds: string
  followedIds: string
}

/** Selects the best workout of one visibility. Written so that SQLite finds it at the beginning of an index. */
function holderOf(type: RecordType, level: Visibility) {
  const { metric, best } = RECORD_RULES[type]
  const column = sql.ref(`best.${RECORD_COLUMNS[metric]}`)
  return sql`(select best.id from workouts as best
    where best.user_id = records.user_id and best.sport_id = records.sport_id
      and best.workout_visibility = ${sql.lit(level)} and best.workout_visibility <> 'private'
      and best.suspended_at is null and best.is_excluded = 0 and ${column} > 0
    order by ${column} ${best === 'largest' ? sql`desc` : sql`asc`}, best.workout_date, best.id
    limit 1)`
}

const holderByType = (level: Visibility) =>
  sql`case records.record_type ${sql.join(
    RECORD_TYPES.map((type) => sql`when ${sql.lit(type)} then ${holderOf(type, level)}`),
    sql` `,
  )} end`

const holders = prepared((db, wanted: Placeholders<HolderQuery>) => ({
  compile: () =>
    sql<RecordHolder>`
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
 * Lists the workouts that hold the users' records as far as the viewer may see them: the best public one, and the best
 * one for followers if the viewer is a follower. The better of the two holds the record. Each is found in an index.
 */
export const listRecordHolders = (
  db: Db,
  { userIds, followedIds }: { userIds: readonly number[]; followedIds: readonly number[] },
): Promise<RecordHolder[]> =>
  holders.all(db, { userIds: JSON.stringify(userIds), followedIds: JSON.stringify(followedIds) })
