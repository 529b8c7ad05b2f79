SwaggerUIBundle({
  // Beside the folder of this script, wherever the server is.
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
