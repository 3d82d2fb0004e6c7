// What swagger-ui.js, a classic script, leaves in the window.
interface Window {
  readonly SwaggerUIBundle: (options: object) => unknown;
}
