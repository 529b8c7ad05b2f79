import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { ok, okResponse } from '@/server/http/responses/envelope'
import { storageUse } from '@/server/responses/accounts/storage-use'
import type { AppContext } from '@/services/context'
import { getStorageUse } from '@/use-cases/accounts/get-storage-use'

const docs = operations({
  getStorageUse: {
    summary: 'Get the storage use and quotas of the caller',
    description:
      'Files that other programs drop into the inbox folder are counted within a day. Uploads that exceed a limit are rejected with 413, over WebDAV with 507.',
    responses: { 200: okResponse({ data: storageUse }) },
  },
})

/** The caller's storage use, and the quotas of the server. */
export const storageUseRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/profile/storage', tags: ['Profile'] })
    .use(endpoints(ctx))
    .get('', async ({ caller }) => ok({ data: await getStorageUse(ctx, caller.userId) }), {
      access: { scope: 'profile:read', suspended: true },
      detail: docs.getStorageUse,
    })
