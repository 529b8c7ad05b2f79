import { notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import {
  findOauth2AppOf,
  listOauth2AppsOf,
  type Oauth2AppRow,
} from '@/store/db/queries/accounts/oauth2-apps'

type AppKey = Parameters<typeof findOauth2AppOf>[2]

/** Returns one page of the caller's apps, newest first, with the total number. */
export const listApps = (
  ctx: AppContext,
  caller: Caller,
  page: { page: number; perPage: number },
): Promise<{ rows: Oauth2AppRow[]; total: number }> => listOauth2AppsOf(ctx.db, caller.userId, page)

/** Returns an app that the caller registered. @throws 404. */
export async function getApp(ctx: AppContext, caller: Caller, key: AppKey): Promise<Oauth2AppRow> {
  const app = await findOauth2AppOf(ctx.db, caller.userId, key)
  if (!app) throw notFound('OAuth2 client not found')
  return app
}
