import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { NO_STORE } from '@/errors'
import { endpoints } from '@/http/endpoints'
import { created, noContent, ok, paginated } from '@/http/envelope'
import { readFormFields } from '@/http/form-fields'
import { paginationOf } from '@/http/pagination'
import { parsePage, parsePageRequest } from '@/http/query-params'
import { presentAuthorization, presentIssuedTokens, presentOauth2App } from '@/present/oauth2-app'
import { presentOauth2Grant } from '@/present/oauth2-grant'
import { authorize, previewAuthorization } from '@/use-cases/apps/authorize-app'
import { createApp } from '@/use-cases/apps/create-app'
import { grantTokens, revokeTokens } from '@/use-cases/apps/grant-tokens'
import { listGrants, revokeGrant } from '@/use-cases/apps/manage-grants'
import { getApp, listApps } from '@/use-cases/apps/read-apps'
import { removeApp, revokeApp } from '@/use-cases/apps/remove-app'
import {
  appInput,
  appNumberParams,
  appParams,
  appsQuery,
  authorizationQuery,
  grantParams,
  grantsQuery,
} from './schema'

const APPS_PER_PAGE = 5
const GRANTS_PER_PAGE = { perPage: 20, most: 100 }
const FORM_BODY = 'Takes a form, urlencoded or multipart.'

const appRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/apps' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const request = { page: parsePage(query.page), perPage: APPS_PER_PAGE }
        const { rows, total } = await listApps(ctx, caller, request)
        return paginated(
          { data: { clients: rows.map(presentOauth2App) } },
          paginationOf(request, total),
        )
      },
      { access: { suspended: true }, query: appsQuery },
    )
    .post(
      '',
      async ({ caller, body, status }) => {
        const { app, secret } = await createApp(ctx, caller, body)
        const client = { ...presentOauth2App(app), client_secret: secret }
        return status(201, created({ data: { client } }))
      },
      { access: { suspended: false }, body: appInput },
    )
    .get(
      '/:client_id',
      async ({ caller, params }) => {
        const app = await getApp(ctx, caller, { clientId: params.client_id })
        return ok({ data: { client: presentOauth2App(app) } })
      },
      { access: { suspended: true }, params: appParams },
    )
    .get(
      '/:client_id/by_id',
      async ({ caller, params }) => {
        const app = await getApp(ctx, caller, { id: params.client_id })
        return ok({ data: { client: presentOauth2App(app) } })
      },
      { access: { suspended: true }, params: appNumberParams },
    )
    .delete(
      '/:client_id',
      async ({ caller, params }) => {
        await removeApp(ctx, caller, params.client_id)
        return noContent()
      },
      { access: { suspended: true }, params: appNumberParams },
    )
    .post(
      '/:client_id/revoke',
      async ({ caller, params }) => {
        await revokeApp(ctx, caller, params.client_id)
        return ok({})
      },
      { access: { suspended: true }, params: appNumberParams },
    )

const grantRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/grants' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const request = parsePageRequest(query, GRANTS_PER_PAGE)
        const { rows, total } = await listGrants(ctx, caller, request)
        return paginated(
          { data: { grants: rows.map(presentOauth2Grant) } },
          paginationOf(request, total),
        )
      },
      {
        access: { suspended: true },
        query: grantsQuery,
        detail: { summary: 'What apps may do in your name' },
      },
    )
    .delete(
      '/:grant_id',
      async ({ caller, params }) => {
        await revokeGrant(ctx, caller, params.grant_id)
        return noContent()
      },
      {
        access: { suspended: true },
        params: grantParams,
        detail: { summary: "End an app's access" },
      },
    )

/** Apps of the caller; what apps may do in the caller's name; granting access to any app; the endpoints that apps themselves call. */
export const oauth2Routes = (ctx: AppContext) =>
  new Elysia({ prefix: '/oauth' })
    .use(endpoints(ctx))
    .use(appRoutes(ctx))
    .use(grantRoutes(ctx))
    .get(
      '/authorize',
      async ({ request }) => {
        const asked = await previewAuthorization(ctx, new URL(request.url).searchParams)
        return ok({ data: presentAuthorization(asked) })
      },
      { access: { suspended: false }, query: authorizationQuery },
    )
    .post(
      '/authorize',
      async ({ caller, request }) => ({
        redirect_url: await authorize(ctx, caller, await readFormFields(request)),
      }),
      {
        access: { suspended: false },
        detail: { summary: 'Grant access to an app', description: FORM_BODY },
      },
    )
    .post(
      '/token',
      async ({ request, set, guess }) => {
        Object.assign(set.headers, NO_STORE)
        const form = await readFormFields(request)
        return presentIssuedTokens(await guess(undefined, () => grantTokens(ctx, form)))
      },
      { guarded: true, publicAccess: true, detail: { description: FORM_BODY } },
    )
    .post(
      '/revoke',
      async ({ request, set, guess }) => {
        Object.assign(set.headers, NO_STORE)
        const form = await readFormFields(request)
        await guess(undefined, () => revokeTokens(ctx, form))
        return {}
      },
      { guarded: true, publicAccess: true, detail: { description: FORM_BODY } },
    )
