import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { deleteOauth2App } from '@/db/queries/oauth2-apps'
import { revokeGrantsOf } from '@/db/queries/oauth2-grants'
import { transact } from '@/db/transact'
import { getApp } from './read-apps'

/** Forgets an app of the caller with everything that was granted to it. @throws 404. */
export async function removeApp(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  const app = await getApp(ctx, caller, { id })
  await transact(ctx, ({ db }) => deleteOauth2App(db, app.id))
}

/** Ends every access that users gave to an app of the caller. @throws 404. */
export async function revokeApp(ctx: AppContext, caller: Caller, id: number): Promise<void> {
  const app = await getApp(ctx, caller, { id })
  await transact(ctx, ({ db, clock }) => revokeGrantsOf(db, app.id, clock.now()))
}
