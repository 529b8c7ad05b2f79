import { sql } from 'kysely'
import { type Placeholders, preparedByShape } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import { anyIn, type IdPage, listIdPage, type PageRequest } from '@/store/db/sql'

/** Types of objects that can be liked; each has its own table of likes. */
const LIKES = {
  comment: { table: sql.table('comment_likes'), target: sql.ref<number>('comment_id') },
  workout: { table: sql.table('workout_likes'), target: sql.ref<number>('workout_id') },
}
export type LikableKind = keyof typeof LIKES

/** A comment or workout, by its row id. */
export interface Likable {
  kind: LikableKind
  id: number
}

/** Adds a user's like; returns false if it already exists. */
export async function insertLike(
  db: Tx,
  { kind, id }: Likable,
  { userId, now }: { userId: number; now: number },
): Promise<boolean> {
  const { table, target } = LIKES[kind]
  const { numAffectedRows } = await sql`insert into ${table} (${target}, user_id, created_at)
    values (${id}, ${userId}, ${now}) on conflict do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function deleteLike(db: Tx, { kind, id }: Likable, userId: number): Promise<void> {
  const { table, target } = LIKES[kind]
  await sql`delete from ${table} where ${target} = ${id} and user_id = ${userId}`.execute(db)
}

export interface LikeState {
  count: number
  liked: boolean
}

interface CountQuery {
  viewerId: number | null
  ids: string
}

const counts = preparedByShape(
  ({ kind }: { kind: LikableKind }) =>
    (db, { viewerId, ids }: Placeholders<CountQuery>) => ({
      compile: () => {
        const { table, target } = LIKES[kind]
        return sql<{ id: number; count: number; own: number }>`
          select ${target} as id, count(*) as count,
            count(*) filter (where user_id = ${viewerId}) as own
          from ${table} where ${target} in ${anyIn(ids)} group by ${target}`.compile(db)
      },
    }),
)

/** Number of likes of each of these, and whether the viewer likes it; those without likes are missing. */
export async function loadLikes(
  db: Db,
  { kind, ids }: { kind: LikableKind; ids: readonly number[] },
  viewerId: number | undefined,
): Promise<Map<number, LikeState>> {
  if (ids.length === 0) return new Map()
  const rows = await counts({ kind }).all(db, {
    viewerId: viewerId ?? null,
    ids: JSON.stringify(ids),
  })
  return new Map(rows.map(({ id, count, own }) => [id, { count, liked: own > 0 }]))
}

/** Ids of one page of the users who like something, newest like first. */
export function listLikes(db: Db, { kind, id }: Likable, request: PageRequest): Promise<IdPage> {
  const { table, target } = LIKES[kind]
  const likes = db
    .selectFrom(sql<{ id: number; user_id: number; created_at: number }>`${table}`.as('likes'))
    .where(target, '=', id)
  return listIdPage(likes, request, (query) =>
    query
      .select('likes.user_id as id')
      .orderBy('likes.created_at', 'desc')
      .orderBy('likes.id', 'desc'),
  )
}
