import { notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { registrationRejection } from '@/services/mail/messages/registration'
import { postMail } from '@/services/mail/queue'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  findRegistrationRequest,
  listRegistrationRequests,
  type RegistrationRequestRow,
} from '@/store/db/queries/accounts/registration-requests'
import { deleteUser, findUserByName, type UserRow } from '@/store/db/queries/accounts/users'
import { requireVacuum } from '@/store/db/queries/tasks/job-runs'
import type { PageRequest } from '@/store/db/sql'
import { changeActivation } from '@/use-cases/accounts/change-role'

/** Returns one page of the applicants who wait for approval, oldest first. */
export const readRegistrationRequests = ({ db }: Pick<AppContext, 'db'>, page: PageRequest) =>
  listRegistrationRequests(db, page)

/** Activates the account of an applicant and mails them. @throws 404 when no applicant has this name. */
export const approveRegistration = (
  ctx: AppContext,
  caller: Caller,
  username: string,
): Promise<void> =>
  transact(ctx, async (tx) => {
    const { user } = await requireApplicant(tx, username)
    await changeActivation(tx, caller, user.id, true)
  })

/**
 * Deletes the account of an applicant, which was never active, so that name and address become available. The applicant
 * is mailed only if the address was confirmed: it may belong to someone else.
 *
 * @throws 404 when no applicant has this name.
 */
export const rejectRegistration = (
  ctx: AppContext,
  caller: Caller,
  { username, reason }: { username: string; reason: string | undefined },
): Promise<void> =>
  transact(ctx, async (tx) => {
    const { user, request } = await requireApplicant(tx, username)
    if (request.confirmed_at !== null)
      await postMail(tx, user, registrationRejection(reason?.trim()))
    await recordAudit(tx, caller, 'registration_rejected', { subjectId: user.id })
    await deleteUser(tx.db, user.id)
    await requireVacuum(tx.db)
  })

async function requireApplicant(
  tx: InTransaction<AppContext>,
  username: string,
): Promise<{ user: UserRow; request: RegistrationRequestRow }> {
  const user = await findUserByName(tx.db, username)
  const request = user && (await findRegistrationRequest(tx.db, user.id))
  if (!user || !request) throw notFound('registration request not found')
  return { user, request }
}
