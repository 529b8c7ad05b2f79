import type { Caller } from '@/policy/caller'
import { recordAudit } from '@/services/auth/record-audit'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { deleteOauth2App, type Oauth2AppRow } from '@/store/db/queries/accounts/oauth2-apps'
import { revokeGrantsOf } from '@/store/db/queries/accounts/oauth2-grants'
import { getApp } from './read-apps'

/** Deletes an app of the caller and everything granted to it. @throws 404. */
export async function deleteApp(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  const app = await getApp(ctx, caller, { id })
  await transact(ctx, async (tx) => {
    await deleteOauth2App(tx.db, app.id)
    await recordAudit(tx, caller, 'app_deleted', factsOf(app))
  })
}

/** Revokes all access that users have granted to an app of the caller. @throws 404. */
export async function revokeApp(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  const app = await getApp(ctx, caller, { id })
  await transact(ctx, async (tx) => {
    await revokeGrantsOf(tx.db, app.id, tx.clock.now())
    await recordAudit(tx, caller, 'app_access_revoked', factsOf(app))
  })
}

const factsOf = ({ user_id, name }: Oauth2AppRow) => ({ subjectId: user_id, details: { name } })
