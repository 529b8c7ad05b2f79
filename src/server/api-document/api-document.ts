import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import type { Route } from './describe-operation'
import { INFO, openApiDocument } from './openapi'

const viewer = (basePath: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Milepost API</title>
<link rel="stylesheet" href="${basePath}/api-docs/swagger-ui.css">
<link rel="stylesheet" href="${basePath}/api-docs/viewer.css">
</head>
<body>
<div id="api"></div>
<script src="${basePath}/api-docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/api-docs/start.js"></script>
</body>
</html>`

const PATH = '/api/docs'

/**
 * Serves the OpenAPI document of `routes` at `/api/openapi.json`, created on the first request, and its viewer at
 * `/api/docs`.
 *
 * NOTE by default the plugin derives the document from the routes and loads its page's script from another server. It
 * gets a more detailed document instead, and its page is replaced by ours, which needs no other server.
 */
export function apiDocument(routes: () => readonly Route[], basePath: string) {
  const cached: { document?: ReturnType<typeof openApiDocument> } = {}
  const part = (name: string) => {
    cached.document ??= openApiDocument(routes(), basePath)
    return cached.document[name]
  }
  return new Elysia()
    .use(
      swagger({
        path: PATH,
        specPath: '/api/openapi.json',
        excludeMethods: [...METHODS],
        documentation: partsOf(part),
      }),
    )
    .get(
      PATH,
      () =>
        new Response(viewer(basePath), { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    )
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'ALL']
const PARTS = ['openapi', 'servers', 'tags', 'paths', 'components']

/** An object whose parts are computed when they are read, so that the server starts without building the document. */
function partsOf(part: (name: string) => unknown): object {
  const parts = { info: INFO }
  for (const name of PARTS)
    Object.defineProperty(parts, name, { enumerable: true, get: () => part(name) })
  return parts
}
