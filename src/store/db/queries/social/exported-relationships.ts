import { sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'

/** Another user whom a user follows, who follows the user, or whom the user has blocked. */
export interface ExportedRelationship {
  username: string
  relationship: 'blocked' | 'follower' | 'following'
  /** Milliseconds since the Unix epoch. */
  created_at: number
}

/** Lists the relationships of a user. Follow requests that are not approved are left out. */
export async function listRelationshipsOf(db: Db, userId: number): Promise<ExportedRelationship[]> {
  const { rows } = await sql<ExportedRelationship>`
    select users.username, relationship, found.created_at from (
      select followed_id as other_id, 'following' as relationship, created_at from follows
        where follower_id = ${userId} and state = 'approved'
      union all
      select follower_id, 'follower', created_at from follows
        where followed_id = ${userId} and state = 'approved'
      union all
      select blocked_id, 'blocked', created_at from blocks where blocker_id = ${userId}
    ) as found
    join users on users.id = found.other_id
    order by relationship, users.username`.execute(db)
  return rows
}

/** A workout or comment that a user likes. */
export interface ExportedLike {
  kind: 'comment' | 'workout'
  short_id: string
  /** Milliseconds since the Unix epoch. */
  created_at: number
}

/** Lists what a user likes, oldest like first. */
export async function listLikesBy(db: Db, userId: number): Promise<ExportedLike[]> {
  const { rows } = await sql<ExportedLike>`
    select 'workout' as kind, workouts.short_id, likes.created_at
      from workout_likes as likes join workouts on workouts.id = likes.workout_id
      where likes.user_id = ${userId}
    union all
    select 'comment', comments.short_id, likes.created_at
      from comment_likes as likes join comments on comments.id = likes.comment_id
      where likes.user_id = ${userId}
    order by created_at`.execute(db)
  return rows
}
