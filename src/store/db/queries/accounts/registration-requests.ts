import type { Insertable, Selectable } from 'kysely'
import type { Db } from '@/store/db/connections/open'
import type { Tx } from '@/store/db/connections/transact'
import type { RegistrationRequestsTable } from '@/store/db/schema/tables.gen'
import { listPage, type Page, type PageRequest } from '@/store/db/sql'

export type RegistrationRequestRow = Selectable<RegistrationRequestsTable>

/** A request with the name and address of its account. */
export interface NamedRegistrationRequest extends RegistrationRequestRow {
  username: string
  email: string
}

export const insertRegistrationRequest = (db: Tx, request: Insertable<RegistrationRequestsTable>) =>
  db.insertInto('registration_requests').values(request).execute()

export const findRegistrationRequest = (
  db: Db,
  userId: number,
): Promise<RegistrationRequestRow | undefined> =>
  db
    .selectFrom('registration_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Records that the applicant has confirmed their address. */
export const confirmRegistrationRequest = (db: Tx, userId: number, at: number) =>
  db
    .updateTable('registration_requests')
    .set({ confirmed_at: at })
    .where('user_id', '=', userId)
    .execute()

export const deleteRegistrationRequest = (db: Tx, userId: number) =>
  db.deleteFrom('registration_requests').where('user_id', '=', userId).execute()

/** One page of the requests that wait for a decision, oldest first. */
export const listRegistrationRequests = (
  db: Db,
  page: PageRequest,
): Promise<Page<NamedRegistrationRequest>> =>
  listPage(
    db
      .selectFrom('registration_requests')
      .innerJoin('users', 'users.id', 'registration_requests.user_id'),
    page,
    (rows) =>
      rows
        .selectAll('registration_requests')
        .select(['users.username', 'users.email'])
        .orderBy('registration_requests.created_at')
        .orderBy('registration_requests.user_id'),
  )
