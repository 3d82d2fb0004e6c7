import { SECRET_SETTINGS } from './uplink-secrets.js';
import type { ConfigurationDocument, RadiusSettings } from './document.js';

const HIDDEN = '***';
const SECRETS: ReadonlySet<string> = new Set(SECRET_SETTINGS);

/** A document as operators see it: keys, passwords and the salt are `***`. */
export function hideSecrets(document: ConfigurationDocument): ConfigurationDocument {
  return {
    ...document,
    salt: HIDDEN,
    wireless: document.wireless.map((entry) => ({
      ...entry,
      security: {
        ...entry.security,
        key: entry.security.key === null ? null : HIDDEN,
        servers: entry.security.servers.map(hideSecret),
      },
      accounting: entry.accounting && {
        ...entry.accounting,
        servers: entry.accounting.servers.map(hideSecret),
      },
    })),
    uplinks: document.uplinks.map(({ type, settings }) => ({
      type,
      settings: Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, SECRETS.has(name) ? HIDDEN : value]),
      ),
    })),
  };
}

function hideSecret(server: RadiusSettings): RadiusSettings {
  return { ...server, secret: HIDDEN };
}
