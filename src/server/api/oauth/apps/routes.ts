import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageQuery, parsePage } from '@/server/http/parameters/query-params'
import {
  created,
  createdResponse,
  EMPTY,
  noContent,
  ok,
  okResponse,
  pageResponse,
  paginated,
  statusResponse,
} from '@/server/http/responses/envelope'
import { newOauth2App, oauth2App, presentOauth2App } from '@/server/responses/accounts/oauth2-app'
import type { AppContext } from '@/services/context'
import { createApp } from '@/use-cases/apps/create-app'
import { deleteApp, revokeApp } from '@/use-cases/apps/delete-app'
import { getApp, listApps } from '@/use-cases/apps/read-apps'
import { appInput } from './schema'

const appParams = t.Object({ client_id: t.String({ description: 'Client id of the app.' }) })
const appNumberParams = t.Object({ client_id: t.Integer({ description: 'Number of the app.' }) })

const APPS_PER_PAGE = 5

const appResponse = okResponse({ data: t.Object({ client: oauth2App }) }, 'AppResult')
const NO_APP = 'The caller has no such app.'
const docs = operations({
  listApps: {
    summary: "List the caller's apps",
    description: 'Apps that the caller registered, newest first, five per page.',
    responses: { 200: pageResponse({ data: t.Object({ clients: t.Array(oauth2App) }) }) },
  },
  createApp: {
    summary: 'Register an app',
    description:
      'The secret is returned only here; it cannot be retrieved later. With `token_endpoint_auth_method` `none` the app is public: it has no secret and must use PKCE.',
    responses: { 201: createdResponse({ data: t.Object({ client: newOauth2App }) }) },
    errors: { 400: 'A key is missing, all scopes are unknown, or a URL is invalid.' },
  },
  getApp: {
    summary: "Get one of the caller's apps by its client id",
    responses: { 200: appResponse },
    errors: { 404: NO_APP },
  },
  getAppByNumber: {
    summary: "Get one of the caller's apps by its number",
    responses: { 200: appResponse },
    errors: { 404: NO_APP },
  },
  deleteApp: {
    summary: "Delete one of the caller's apps",
    description: 'Also revokes all access that users have granted to it.',
    responses: { 204: EMPTY },
    errors: { 404: NO_APP },
  },
  revokeApp: {
    summary: "Revoke all access that was granted to one of the caller's apps",
    responses: { 200: statusResponse },
    errors: { 404: NO_APP },
  },
})

/** Apps that the caller registered. */
export const oauth2AppRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/oauth/apps', tags: ['Apps'] })
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
      { access: { suspended: true }, query: pageQuery, detail: docs.listApps },
    )
    .post(
      '',
      async ({ caller, body, status }) => {
        const { app, secret } = await createApp(ctx, caller, body)
        const client = { ...presentOauth2App(app), client_secret: secret }
        return status(201, created({ data: { client } }))
      },
      { access: { suspended: false }, body: appInput, detail: docs.createApp },
    )
    .get(
      '/:client_id',
      async ({ caller, params }) => {
        const app = await getApp(ctx, caller, { clientId: params.client_id })
        return ok({ data: { client: presentOauth2App(app) } })
      },
      { access: { suspended: true }, params: appParams, detail: docs.getApp },
    )
    .get(
      '/:client_id/by_id',
      async ({ caller, params }) => {
        const app = await getApp(ctx, caller, { id: params.client_id })
        return ok({ data: { client: presentOauth2App(app) } })
      },
      { access: { suspended: true }, params: appNumberParams, detail: docs.getAppByNumber },
    )
    .delete(
      '/:client_id',
      async ({ caller, params }) => {
        await deleteApp(ctx, caller, params.client_id)
        return noContent()
      },
      { access: { suspended: true }, params: appNumberParams, detail: docs.deleteApp },
    )
    .post(
      '/:client_id/revoke',
      async ({ caller, params }) => {
        await revokeApp(ctx, caller, params.client_id)
        return ok({})
      },
      { access: { suspended: true }, params: appNumberParams, detail: docs.revokeApp },
    )
