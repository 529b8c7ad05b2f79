import { sql } from 'kysely'
import { cachedQuery, type Placeholders } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { FollowState } from '@/store/db/schema/columns'
import { anyIn } from '@/store/db/sql'

/** How a viewer and another user are related. */
export interface UserRelationships {
  /** State of their follow of the viewer, if there is one. */
  follows: FollowState | undefined
  /** State of the viewer's follow of them, if there is one. */
  isFollowedBy: FollowState | undefined
  /** Whether the viewer has blocked them. */
  isBlocked: boolean
}

interface RelationshipsQuery {
  viewerId: number
  ids: string
}

const relationships = cachedQuery((db, { viewerId, ids }: Placeholders<RelationshipsQuery>) => ({
  compile: () =>
    sql<{ id: number; kind: 'own' | 'theirs' | 'blocked' | 'blocker'; state: FollowState | null }>`
      select followed_id as id, 'own' as kind, state from follows
        where follower_id = ${viewerId} and followed_id in ${anyIn(ids)}
      union all select follower_id, 'theirs', state from follows
        where followed_id = ${viewerId} and follower_id in ${anyIn(ids)}
      union all select blocked_id, 'blocked', null from blocks
        where blocker_id = ${viewerId} and blocked_id in ${anyIn(ids)}
      union all select blocker_id, 'blocker', null from blocks
        where blocked_id = ${viewerId} and blocker_id in ${anyIn(ids)}`.compile(db),
}))

const listRelationships = (db: Db, viewerId: number, ids: readonly number[]) =>
  relationships.all(db, { viewerId, ids: JSON.stringify(ids) })

/** Loads a viewer's relationships to other users, by their ids. */
export async function loadUserRelationships(
  db: Db,
  viewerId: number,
  ids: readonly number[],
): Promise<Map<number, UserRelationships>> {
  const found = new Map(
    ids.map((id): [number, UserRelationships] => [
      id,
      { follows: undefined, isFollowedBy: undefined, isBlocked: false },
    ]),
  )
  if (ids.every((id) => id === viewerId)) return found
  for (const { id, kind, state } of await listRelationships(db, viewerId, ids)) {
    const tie = found.get(id)
    if (!tie) continue
    if (kind === 'own') tie.isFollowedBy = state ?? undefined
    else if (kind === 'theirs') tie.follows = state ?? undefined
    else if (kind === 'blocked') tie.isBlocked = true
  }
  return found
}

/** Which of these users a viewer has blocked. */
export async function loadBlocked(
  db: Db,
  viewerId: number,
  userIds: readonly number[],
): Promise<Set<number>> {
  const found = await listRelationships(db, viewerId, userIds)
  return new Set(found.filter(({ kind }) => kind === 'blocked').map(({ id }) => id))
}

/** Users that a viewer follows (approved), and users who have blocked the viewer. */
export interface Relationships {
  followed: Set<number>
  blockedBy: Set<number>
}

/** Loads a viewer's relationships to the owners of content. */
export async function loadRelationships(
  db: Db,
  viewerId: number,
  ownerIds: readonly number[],
): Promise<Relationships> {
  const found = await listRelationships(db, viewerId, ownerIds)
  const follows = found.filter(({ kind, state }) => kind === 'own' && state === 'approved')
  const blocks = found.filter(({ kind }) => kind === 'blocker')
  return {
    followed: new Set(follows.map(({ id }) => id)),
    blockedBy: new Set(blocks.map(({ id }) => id)),
  }
}
