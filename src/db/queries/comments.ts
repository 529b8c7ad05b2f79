import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '@/db/open'
import type { CommentsTable } from '@/db/tables.gen'

export type CommentRow = Selectable<CommentsTable>
export type NewComment = Insertable<CommentsTable>
export type CommentChanges = Updateable<CommentsTable>

export const findComment = (db: Db, shortId: string): Promise<CommentRow | undefined> =>
  db.selectFrom('comments').selectAll().where('short_id', '=', shortId).executeTakeFirst()

export const insertComment = (db: Db, comment: NewComment): Promise<CommentRow> =>
  db.insertInto('comments').values(comment).returningAll().executeTakeFirstOrThrow()

export const updateComment = (db: Db, id: number, changes: CommentChanges): Promise<CommentRow> =>
  db
    .updateTable('comments')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes a comment; mentions, likes and notifications of it go with it by foreign keys. */
export const deleteComment = (db: Db, id: number) =>
  db.deleteFrom('comments').where('id', '=', id).execute()
