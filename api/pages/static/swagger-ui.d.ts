// The globals that swagger-ui.js, a classic script, defines.
interface Window {
  readonly SwaggerUIBundle: (options: object) => unknown;
}
