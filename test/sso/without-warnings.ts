/**
 * Leaves out the warnings of oidc-provider that it keeps its records in memory and runs on another version of Node.js than
 * its own: it is a provider for tests. Imported before it, because it warns when it is loaded.
 */
const { warn } = console;
console.warn = (...texts: unknown[]): void => {
  if (!String(texts[0]).startsWith('oidc-provider WARNING')) warn(...texts);
};
