import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { findOauth2AppOf, listOauth2AppsOf, type Oauth2AppRow } from '@/db/queries/oauth2-apps'
import { notFound } from '@/errors'

type AppKey = Parameters<typeof findOauth2AppOf>[2]

/** One page of the caller's apps, newest first, and how many there are. */
export const listApps = (
  ctx: AppContext,
  caller: Caller,
  page: { page: number; perPage: number },
): Promise<{ rows: Oauth2AppRow[]; total: number }> => listOauth2AppsOf(ctx.db, caller.userId, page)

/** An app that the caller registered. @throws 404. */
export async function getApp(ctx: AppContext, caller: Caller, key: AppKey): Promise<Oauth2AppRow> {
  const app = await findOauth2AppOf(ctx.db, caller.userId, key)
  if (!app) throw notFound('OAuth2 client not found')
  return app
}
