import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import { INFO, openApiDocument, type Route } from './openapi'

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
 * The OpenAPI document of `routes` at `/api/openapi.json`, made when it is asked for first, and its viewer at
 * `/api/docs`.
 *
 * NOTE the plugin would read the document off the routes and load its page's script from elsewhere: it is handed a
 * document that says more, and our page, which needs no other server, takes the place of its own.
 */
export function apiDocument(routes: () => readonly Route[], basePath: string) {
  const made: { document?: ReturnType<typeof openApiDocument> } = {}
  const part = (name: string) => {
    made.document ??= openApiDocument(routes(), basePath)
    return made.document[name]
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

/** An object whose parts are made when they are read: the server starts without the document. */
function partsOf(part: (name: string) => unknown): object {
  const parts = { info: INFO }
  for (const name of PARTS)
    Object.defineProperty(parts, name, { enumerable: true, get: () => part(name) })
  return parts
}
