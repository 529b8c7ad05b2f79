import { Elysia } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { endpoints } from '@/server/http/endpoints'
import { ok } from '@/server/http/responses/envelope'
import { readFormFields } from '@/server/http/uploads/form-fields'
import { presentAuthorization, presentIssuedTokens } from '@/server/responses/accounts/oauth2-app'
import type { AppContext } from '@/services/context'
import { authorize, previewAuthorization } from '@/use-cases/apps/authorize-app'
import { grantTokens, revokeTokens } from '@/use-cases/apps/grant-tokens'
import { authorizationQuery, docs } from './schema'

/** Granting access to an app, and the endpoints that apps themselves call. */
export const oauth2Routes = (ctx: AppContext) =>
  new Elysia({ prefix: '/oauth', tags: ['Apps'] })
    .use(endpoints(ctx))
    .get(
      '/authorize',
      async ({ request }) => {
        const preview = await previewAuthorization(ctx, new URL(request.url).searchParams)
        return ok({ data: presentAuthorization(preview) })
      },
      {
        access: { suspended: false },
        query: authorizationQuery,
        detail: docs.previewAuthorization,
      },
    )
    .post(
      '/authorize',
      async ({ caller, request }) => ({
        redirect_url: await authorize(ctx, caller, await readFormFields(request)),
      }),
      {
        access: { suspended: false },
        detail: docs.authorizeApp,
      },
    )
    .post(
      '/token',
      async ({ request, set, guess }) => {
        Object.assign(set.headers, NO_STORE)
        const form = await readFormFields(request)
        return presentIssuedTokens(await guess(undefined, () => grantTokens(ctx, form)))
      },
      { guarded: true, publicAccess: true, detail: docs.grantTokens },
    )
    .post(
      '/revoke',
      async ({ request, set, guess }) => {
        Object.assign(set.headers, NO_STORE)
        const form = await readFormFields(request)
        await guess(undefined, () => revokeTokens(ctx, form))
        return {}
      },
      { guarded: true, publicAccess: true, detail: docs.revokeTokens },
    )
