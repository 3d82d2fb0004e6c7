// The bundle is a classic script that runs before this module and defines a global function.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Any other value would make Swagger UI call an external validator.
  validatorUrl: null,
  // The session cookie is sent, so that a signed-in user can try operations without a token.
  withCredentials: true,
});
