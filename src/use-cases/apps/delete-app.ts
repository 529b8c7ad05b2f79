import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import { deleteOauth2App } from '@/store/db/queries/accounts/oauth2-apps'
import { revokeGrantsOf } from '@/store/db/queries/accounts/oauth2-grants'
import { getApp } from './read-apps'

/** Deletes an app of the caller and everything granted to it. @throws 404. */
export async function deleteApp(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  const app = await getApp(ctx, caller, { id })
  await transact(ctx, ({ db }) => deleteOauth2App(db, app.id))
}

/** Revokes all access that users have granted to an app of the caller. @throws 404. */
export async function revokeApp(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  const app = await getApp(ctx, caller, { id })
  await transact(ctx, ({ db, clock }) => revokeGrantsOf(db, app.id, clock.now()))
}
