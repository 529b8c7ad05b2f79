SwaggerUIBundle({
  // Relative to this script's URL, so that it works under any base path.
  url: new URL('../api/openapi.json', document.currentScript.src).pathname,
  dom_id: '#api',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: true,
  validatorUrl: null,
})
