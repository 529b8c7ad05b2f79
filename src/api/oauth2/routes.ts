import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { NO_STORE } from '@/errors'
import { endpoints } from '@/http/endpoints'
import { ok } from '@/http/envelope'
import { readFormFields } from '@/http/form-fields'
import { presentAuthorization, presentIssuedTokens } from '@/present/oauth2-app'
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
        const asked = await previewAuthorization(ctx, new URL(request.url).searchParams)
        return ok({ data: presentAuthorization(asked) })
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
