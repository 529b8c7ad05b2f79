import { Elysia } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { presentServerMetadata, serverMetadata } from '@/server/responses/accounts/oauth2-metadata'
import type { AppContext } from '@/services/context'

const docs = operations({
  getAuthorizationServerMetadata: {
    summary: 'Get the endpoints of OAuth2',
    description:
      'For apps that configure themselves (RFC 8414); a user must still register them. Note that the path does not begin with `/api`. On a server with a base path, the path that the RFC specifies works, too.',
    responses: { 200: serverMetadata },
  },
})

/** What apps need to know to use OAuth2, outside of `/api`. */
export const oauth2MetadataRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/.well-known', tags: ['Apps'] })
    .use(endpoints(ctx))
    .get('/oauth-authorization-server', () => presentServerMetadata(ctx.config.uiUrl), {
      publicAccess: true,
      detail: docs.getAuthorizationServerMetadata,
    })
