// The bundle is a classic script that stands before this module and leaves its function in the window.
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Anything else would ask a service elsewhere.
  validatorUrl: null,
  // The session cookie goes along, so whoever is signed in can try operations without a token.
  withCredentials: true,
});
