import type { ConfigurationDocument } from './document.js';

const HIDDEN = '***';
const SECRET_SETTINGS: ReadonlySet<string> = new Set(['key', 'password']);

/** A document as operators see it: keys, passwords and the salt are `***`. */
export function hideSecrets(document: ConfigurationDocument): ConfigurationDocument {
  return {
    ...document,
    salt: HIDDEN,
    wireless: document.wireless.map((entry) => ({
      ...entry,
      security: { ...entry.security, key: entry.security.key === null ? null : HIDDEN },
    })),
    uplinks: document.uplinks.map(({ type, settings }) => ({
      type,
      settings: Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, SECRET_SETTINGS.has(name) ? HIDDEN : value]),
      ),
    })),
  };
}
