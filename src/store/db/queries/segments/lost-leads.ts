import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { EffortConditions } from './leaderboards'

/** The user in the conditions below: the one who may have lost a lead. */
export const FORMER_LEADER = sql.ref<number>('own.user_id')

/** Which efforts and segments `FORMER_LEADER` may see. */
type LeadConditions = EffortConditions & { isSegmentSeen: RawBuilder<SqlBool> }

/** A user who was the first of the leaderboard of a segment, as far as this user sees it. */
interface LostLead {
  user_id: number
  segment_id: number
}

/**
 * Creates the query of the users who are no longer first on segments because of a workout of another user, and see its
 * effort. Their own efforts are earlier ones. Each has at most one row for each segment.
 *
 * Without the workout, no one whom the user sees may be before the user: neither the best efforts of third users, nor
 * earlier efforts of the owner of the workout, which are no longer in `segment_bests`.
 */
export const prepareLostLeads = ({ audience, isSeen, isSegmentSeen }: LeadConditions) =>
  prepared((db, slot: Placeholders<{ workoutId: number; userId: number }>) => ({
    compile: () =>
      sql<LostLead>`
        select distinct own.user_id, own.segment_id
        from segment_efforts
          cross join workouts on workouts.id = segment_efforts.workout_id
          cross join ranked_segments on ranked_segments.id = segment_efforts.segment_id
          cross join segment_bests as won on won.effort_id = segment_efforts.id
          cross join segment_bests as own on own.segment_id = won.segment_id
            and own.duration > won.duration and own.audience = 'private'
          cross join segment_efforts as led on led.id = own.effort_id
          cross join users as leader on leader.id = own.user_id
        where segment_efforts.workout_id = ${slot.workoutId}
          and own.user_id <> ${slot.userId} and leader.suspended_at is null
          and led.started_at < segment_efforts.started_at
          and won.audience = ${audience(sql.ref('segment_efforts.user_id'))}
          and ${isSeen} and ${isSegmentSeen}
          and not exists (
            select 1 from segment_bests as rival
              cross join segment_efforts on segment_efforts.id = rival.effort_id
              cross join workouts on workouts.id = segment_efforts.workout_id
            where rival.segment_id = own.segment_id
              and (rival.duration, rival.effort_id) < (own.duration, own.effort_id)
              and rival.user_id <> own.user_id and rival.user_id <> ${slot.userId}
              and rival.audience <> 'private' and rival.audience = ${audience(sql.ref('rival.user_id'))}
              and ${isSeen})
          and not exists (
            select 1 from segment_efforts
              cross join workouts on workouts.id = segment_efforts.workout_id
            where segment_efforts.segment_id = own.segment_id
              and segment_efforts.user_id = ${slot.userId}
              and (segment_efforts.duration, segment_efforts.id) < (own.duration, own.effort_id)
              and segment_efforts.workout_id <> ${slot.workoutId} and workouts.is_excluded = 0
              and ${isSeen})
        order by own.user_id, own.segment_id`.compile(db),
  }))
