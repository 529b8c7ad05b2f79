import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import { VERSION } from '@/version'

const VIEWER = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Milepost API</title>
<link rel="stylesheet" href="/api-docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api-docs/swagger-ui-bundle.js"></script>
<script src="/api-docs/start.js"></script>
</body>
</html>`

const PATH = '/api/docs'

/**
 * The OpenAPI document at `/api/openapi.json` and its viewer at `/api/docs`.
 *
 * NOTE the plugin's own page loads its script from elsewhere; ours, which takes its place, needs no other server.
 */
export const apiDocument = () =>
  new Elysia()
    .use(
      swagger({
        path: PATH,
        specPath: '/api/openapi.json',
        exclude: [PATH, '/api/openapi.json'],
        documentation: {
          info: {
            title: 'Milepost',
            version: VERSION.server,
            description: 'Workout Tracking Service API',
          },
          components: {
            securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
          },
        },
      }),
    )
    .get(
      PATH,
      () => new Response(VIEWER, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    )
