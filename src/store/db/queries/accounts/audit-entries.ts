import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { AuditAction } from '@/store/db/schema/columns'
import type { AuditEntriesTable } from '@/store/db/schema/tables.gen'
import { anyOf } from '@/store/db/sql'

export type AuditEntryRow = Selectable<AuditEntriesTable>

/** An entry with the names of the accounts; null if they were deleted, or none was involved. */
export interface NamedAuditEntry extends AuditEntryRow {
  actor_name: string | null
  subject_name: string | null
}

export const insertAuditEntry = (db: Tx, entry: Insertable<AuditEntriesTable>) =>
  db.insertInto('audit_entries').values(entry).execute()

/** Selects entries; absent values select all. */
export interface AuditFilter {
  action?: AuditAction | undefined
  /** Entries by or about this account. */
  userId?: number | undefined
  /** Actions whose entries about the account are left out. */
  hidden?: readonly AuditAction[]
  /** Milliseconds; the first included, the last not. */
  from?: number | undefined
  to?: number | undefined
  /** Id of the entry after which the list continues. */
  after?: number | undefined
}

const selectEntries = (db: Db, { action, from, to, after }: AuditFilter) =>
  db
    .selectFrom('audit_entries')
    .$if(action !== undefined, (query) => query.where(sql<boolean>`action = ${action}`))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('created_at', '<', to ?? 0))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < ((select created_at from audit_entries where id = ${after}), ${after})`,
      ),
    )

/** Ids of the newest entries in which a column names the account. */
const selectIdsOf = (
  db: Db,
  { column, filter }: { column: 'actor_id' | 'subject_id'; filter: AuditFilter },
  limit: number,
) =>
  db
    .selectFrom(
      selectEntries(db, filter)
        .select('id')
        .where(column, '=', filter.userId ?? 0)
        .$if(column === 'subject_id' && filter.hidden !== undefined, (query) =>
          query.where('action', 'not in', anyOf(filter.hidden ?? [])),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .as(column),
    )
    .select('id')

/** Lists the newest entries that match, newest first. Reads no more than twice `limit` entries that match the user. */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  limit: number,
): Promise<NamedAuditEntry[]> {
  // SQLite does not use an index for each side of an `or` if the result is to be in order.
  const idsOf = (column: 'actor_id' | 'subject_id') => selectIdsOf(db, { column, filter }, limit)
  return db
    .selectFrom(
      selectEntries(db, filter)
        .$if(filter.userId !== undefined, (query) =>
          query.where('id', 'in', idsOf('actor_id').union(idsOf('subject_id'))),
        )
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .as('entries'),
    )
    .leftJoin('users as actors', 'actors.id', 'entries.actor_id')
    .leftJoin('users as subjects', 'subjects.id', 'entries.subject_id')
    .selectAll('entries')
    .select(['actors.username as actor_name', 'subjects.username as subject_name'])
    .orderBy('entries.created_at', 'desc')
    .orderBy('entries.id', 'desc')
    .execute()
}

/** Erases the details of the entries about an account, which may contain names that its user gave to tokens and apps. */
export const eraseAuditDetails = (db: Tx, subjectId: number) =>
  db
    .updateTable('audit_entries')
    .set({ details: null })
    .where('subject_id', '=', subjectId)
    .where('details', 'is not', null)
    .execute()

/** Deletes entries older than an instant; returns how many. */
export async function deleteAuditEntriesBefore(
  db: Tx,
  before: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_entries')
    .where('id', 'in', (query) =>
      query
        .selectFrom('audit_entries')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
