import { Elysia } from 'elysia'
import { openApiDocument, type Route } from './openapi'

const VIEWER = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Milepost API</title>
<link rel="stylesheet" href="/api-docs/swagger-ui.css">
<link rel="stylesheet" href="/api-docs/viewer.css">
</head>
<body>
<div id="api"></div>
<script src="/api-docs/swagger-ui-bundle.js"></script>
<script src="/api-docs/start.js"></script>
</body>
</html>`

/**
 * The OpenAPI document of `routes` at `/api/openapi.json`, made when it is asked for first, and its viewer at
 * `/api/docs`.
 */
export const apiDocument = (routes: () => readonly Route[]) => {
  let document: string | undefined
  return new Elysia({ prefix: '/api' })
    .get('/openapi.json', () => {
      document ??= JSON.stringify(openApiDocument(routes()))
      return new Response(document, { headers: { 'content-type': 'application/json' } })
    })
    .get(
      '/docs',
      () => new Response(VIEWER, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    )
}
