import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import {
  created,
  createdAnswer,
  EMPTY,
  noContent,
  ok,
  okAnswer,
  pageAnswer,
  paginated,
} from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageQuery, parsePage } from '@/http/query-params'
import { newOauth2App, oauth2App, presentOauth2App } from '@/present/oauth2-app'
import { createApp } from '@/use-cases/apps/create-app'
import { getApp, listApps } from '@/use-cases/apps/read-apps'
import { removeApp, revokeApp } from '@/use-cases/apps/remove-app'
import { appInput } from './schema'

const appParams = t.Object({ client_id: t.String({ description: 'Client id of the app.' }) })
const appNumberParams = t.Object({ client_id: t.Integer({ description: 'Number of the app.' }) })

const APPS_PER_PAGE = 5

const appAnswer = okAnswer({ data: t.Object({ client: oauth2App }) })
const NO_APP = 'The caller has no such app.'
/** What the API document tells of the routes. */
const docs = operations({
  listApps: {
    summary: 'List own apps',
    description: 'Apps that the caller registered, newest first, five on a page.',
    answers: { 200: pageAnswer({ data: t.Object({ clients: t.Array(oauth2App) }) }) },
  },
  createApp: {
    summary: 'Register an app',
    description:
      'The secret is told in this answer and never again. With `token_endpoint_auth_method` `none` the app is public: it has no secret and must use PKCE.',
    answers: { 201: createdAnswer({ data: t.Object({ client: newOauth2App }) }) },
    refusals: { 400: 'A key is missing, no scope is known, or an address cannot be.' },
  },
  getApp: {
    summary: 'Read an own app by its client id',
    answers: { 200: appAnswer },
    refusals: { 404: NO_APP },
  },
  getAppByNumber: {
    summary: 'Read an own app by its number',
    answers: { 200: appAnswer },
    refusals: { 404: NO_APP },
  },
  deleteApp: {
    summary: 'Delete an own app',
    description: 'With everything that anybody granted to it.',
    answers: { 204: EMPTY },
    refusals: { 404: NO_APP },
  },
  revokeApp: {
    summary: 'End every access that was granted to an own app',
    answers: { 200: okAnswer({}) },
    refusals: { 404: NO_APP },
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
        await removeApp(ctx, caller, params.client_id)
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
